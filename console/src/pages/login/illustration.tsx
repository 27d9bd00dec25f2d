import styles from './login.module.css';

/** Ports of call as [x, y, radius]; all routes start at the first. */
const ports = [
  [420, 470, 7],
  [150, 300, 4],
  [300, 190, 5],
  [560, 220, 4],
  [690, 380, 5],
  [640, 640, 4],
  [210, 640, 5],
  [90, 480, 3],
] as const;

/** Trade routes over a quiet sea: drawn, so that the first page needs no picture. */
export function LoginIllustration() {
  const [home, ...others] = ports;
  return (
    <svg className={styles.scenery} viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <radialGradient id="glow" cx="50%" cy="52%" r="60%">
          <stop offset="0" stopColor="#3f8cff" stopOpacity=".42" />
          <stop offset="1" stopColor="#3f8cff" stopOpacity="0" />
        </radialGradient>
        <pattern id="grid" width="28" height="28" patternUnits="userSpaceOnUse">
          <circle cx="2" cy="2" r="1.1" fill="#fff" opacity=".13" />
        </pattern>
      </defs>
      <rect width="800" height="900" fill="url(#grid)" />
      <rect width="800" height="900" fill="url(#glow)" />
      {[120, 220, 330, 450].map((radius) => (
        <circle key={radius} cx={home[0]} cy={home[1]} r={radius} fill="none" stroke="#fff" opacity=".07" />
      ))}
      {others.map(([x, y]) => (
        <path
          key={`${x}-${y}`}
          d={`M${home[0]} ${home[1]}Q${(home[0] + x) / 2} ${Math.min(home[1], y) - 70} ${x} ${y}`}
          fill="none"
          stroke="#8ec2ff"
          strokeWidth="1.4"
          strokeDasharray="3 6"
          opacity=".75"
        />
      ))}
      {ports.map(([x, y, radius]) => (
        <g key={`${x}-${y}`}>
          <circle cx={x} cy={y} r={radius * 2.6} fill="#8ec2ff" opacity=".16" />
          <circle cx={x} cy={y} r={radius} fill="#fff" />
        </g>
      ))}
    </svg>
  );
}

/** The few signs of the pages that load no icon set, drawn in a square of 24. */
const paths = {
  tenant: 'M4 10v10h16V10M3 10l2-6h14l2 6M3 10a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0',
  account: 'M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM3.5 21c.6-4.2 4.2-6.5 8.5-6.5s7.9 2.3 8.5 6.5',
  password: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4M12 15v2',
  phone: 'M7 2.5h10v19H7zM11 18.5h2',
  mail: 'M3 5.5h18v13H3zM3.5 6.5l8.5 6.5 8.5-6.5',
  captcha: 'M12 3l8 3v6c0 4.5-3.5 7.7-8 9-4.5-1.3-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  shown: 'M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  hidden:
    'M3 3l18 18M10 5.3A9 9 0 0 1 12 5c6.5 0 10 7 10 7a17 17 0 0 1-3 3.7M6 7a16 16 0 0 0-4 5s3.5 7 10 7a9.5 9.5 0 0 0 4.5-1.1M9.9 10a3 3 0 0 0 4.2 4.2',
  palette:
    'M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.7-2.2-.4-1.5.4-2.8 2-2.8H18a3 3 0 0 0 3-3.2C20.7 7.3 16.8 3 12 3ZM7.5 12.5v.01M9.5 8v.01M14.5 8v.01',
  theme: 'M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18M12 8h7.5M12 12h9M12 16h7.5',
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5v5.5M12 16.4v.01',
} as const;

/** A line drawing in the colour of the text around it. */
export const LineIcon = ({ name, size = 16 }: { name: keyof typeof paths; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);

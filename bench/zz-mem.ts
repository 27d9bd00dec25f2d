import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { registry } from '@trade-assistant/contract/registry.ts';
import { digestOf } from '../server/src/kernel/auth/password.ts';
import { httpClient } from '../server/src/testing/http-client.ts';
const [flags = '', calls = '20000', port = '23456'] = process.argv.slice(2);
const child = spawn(process.execPath, [...flags.split(' ').filter(Boolean), 'server/src/main.ts'], {
  env: { ...process.env, DATA_DIR: `/tmp/wrong/mem/${port}`, PORT: port, HOST: '127.0.0.1', MESSAGE_PORT: 'off', CAPTCHA: 'off', RATE_LIMIT: '100000000', LOG_LEVEL: 'warn', DEMO: '1', DEMO_PASSWORD: 'Demo-password-1', ADMIN_PASSWORD: 'Admin-password-1' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const rss = () => ['VmRSS','VmHWM','RssAnon','Threads'].map((n) => `${n}=${Math.round(Number(new RegExp(`${n}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / (n==='Threads'?1:1024))}`).join(' ');
const arenas = () => readFileSync(`/proc/${child.pid}/smaps`, 'utf8').split(/\n(?=[0-9a-f]+-)/).map((b) => [Number(/^Rss:\s+(\d+)/m.exec(b)?.[1] ?? 0) / 1024, b.split('\n')[0]] as const).sort((a, b) => b[0] - a[0]).slice(0, 12).map(([m, l]) => `${m.toFixed(0)}MB ${l}`).join('\n');
const client = httpClient(`http://127.0.0.1:${port}`);
for (;;) { try { const a = await client.send('/health/ready'); if (a.status === 200) break; } catch {} await new Promise((r) => setTimeout(r, 300)); }
const q = new URLSearchParams({ tenantId: '000000', username: 'admin', password: digestOf('Admin-password-1'), grant_type: 'password' });
const signed = await client.send(`/api/auth/oauth/token?${q}`, { method: 'POST' } as never);
const token = (signed.body as { access_token: string }).access_token;
console.log(flags, process.env.MALLOC_ARENA_MAX ?? '', 'start', rss());
const paths = (registry as readonly any[]).flatMap((r) => Object.entries(r.calls).flatMap(([n, c]: any) => c.methods.includes('GET') && ['list','page','counts'].includes(c.standard) ? [`/api/${r.name}/${n}`] : []));
let done = 0; const total = Number(calls);
const began = Date.now();
await Promise.all(Array.from({ length: 16 }, async () => { while (done < total) { done += 1; const n = done; await client.send(paths[n % paths.length]!, { token }); if (n % (total / 4) === 0) console.log(n, rss(), Math.round((Date.now() - began) / 1000), 's'); } }));
await new Promise((r) => setTimeout(r, 15000));
console.log('after 15 s', rss()); console.log(arenas());
child.kill('SIGTERM'); client.close();

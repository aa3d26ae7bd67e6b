import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const FORGED = 'ann\r\n{"level":60,"msg":"forged"}\n\u001b[31m\u0000\u2028';

/** The lines that are written by some work, as they are. */
function linesOf(work: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  work(createLog('info', { write: (line: string) => void lines.push(line) }));
  return lines;
}

test('an entry is one line of JSON, whatever names, addresses and errors say (G13)', () => {
  const lines = linesOf((log) => {
    log.info({ user: FORGED }, FORGED);
    log.warn({ err: new Error(FORGED) }, 'failed');
    log.info({ req: { method: 'GET', url: `/api/x?${FORGED}`, ip: FORGED, id: '1' } }, 'asked');
  });
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true);
    expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
  }
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([30, 40, 30]);
  expect(JSON.parse(lines[0] ?? '').user).toBe(FORGED);
});

test('what is a secret by its name is not written, however deep it stands (I3)', () => {
  const secret = 'never-to-be-seen';
  const names = ['password', 'authorization', 'cookie', 'token', 'accessToken', 'brokerToken', 'authJWT'];
  const [line = ''] = linesOf((log) => {
    const secrets = Object.fromEntries(names.map((name) => [name, secret]));
    log.info({ ...secrets, headers: secrets, request: { headers: secrets } }, 'asked');
  });
  expect(line).toContain('***');
  expect(line).not.toContain(secret);
});

/** What a process did with files and sockets, in the order in which the kernel was asked and answered. */
export type Syscall =
  | { kind: 'open'; path: string; fd: number }
  | { kind: 'written'; fd: number; offset: number; bytes: number }
  | { kind: 'sync begins'; fd: number; call: number }
  | { kind: 'synced'; call: number }
  /** Bytes that begin their way out of a socket. */
  | { kind: 'sent'; fd: number; data: Buffer };

/** Strace with the options that `readTrace` understands. It is not the process: it ends with it, and when it has written all. */
export const straceCommand = (output: string): string[] => [
  'strace',
  ...['-f', '--seccomp-bpf', '-xx', '-s', '65536', '-o', output],
  ...['-e', 'trace=openat,pwrite64,fdatasync,write,writev,sendto,sendmsg', '-e', 'signal=none'],
];

const LINE = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/;
const UNFINISHED = ' <unfinished ...>';

/** Reads the output of strace. A call that others came between counts as begun and as done at its two lines. */
export function readTrace(text: string): Syscall[] {
  const trace: Syscall[] = [];
  const begun = new Map<string, { args: string; call: number }>();
  for (const [number, line] of text.split('\n').entries()) {
    const [, pid = '', resumed, started, rest = ''] = LINE.exec(line) ?? [];
    const name = resumed ?? started;
    if (name === undefined) continue;
    const isUnfinished = rest.endsWith(UNFINISHED);
    const open = resumed === undefined ? undefined : begun.get(pid);
    const args = `${open?.args ?? ''}${isUnfinished ? rest.slice(0, -UNFINISHED.length) : rest}`;
    const call = open?.call ?? number;
    if (resumed === undefined) trace.push(...beginningOf(name, args, call));
    if (isUnfinished) begun.set(pid, { args, call });
    else {
      begun.delete(pid);
      trace.push(...endOf(name, args, call));
    }
  }
  return trace;
}

const SENDING = new Set(['write', 'writev', 'sendto', 'sendmsg']);

function beginningOf(name: string, args: string, call: number): Syscall[] {
  const fd = Number.parseInt(args, 10);
  if (name === 'fdatasync') return [{ kind: 'sync begins', fd, call }];
  return SENDING.has(name) ? [{ kind: 'sent', fd, data: Buffer.concat(quoted(args)) }] : [];
}

function endOf(name: string, args: string, call: number): Syscall[] {
  const result = Number(/= (-?\d+)[^=]*$/.exec(args)?.[1] ?? -1);
  if (result < 0) return [];
  if (name === 'fdatasync') return [{ kind: 'synced', call }];
  if (name === 'openat') return [{ kind: 'open', path: Buffer.concat(quoted(args)).toString(), fd: result }];
  if (name !== 'pwrite64') return [];
  const offset = Number(/, (\d+)\) += \d+$/.exec(args)?.[1] ?? Number.NaN);
  return [{ kind: 'written', fd: Number.parseInt(args, 10), offset, bytes: result }];
}

/** The byte strings among the arguments, which strace writes as `"\x40\x02"`. */
function quoted(args: string): Buffer[] {
  return [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll('\\x', ''), 'hex'),
  );
}

/** MQTT.js as a consumer that acknowledges what is on disk, by customHandleAcks: what K5 is about, to compare with. */
import { open } from 'node:fs/promises';
import { connectAsync } from 'mqtt';

const [file = '', port = '', username = '', password = ''] = process.argv.slice(2);
const log = await open(file, 'a');
let taken = 0;
/** What comes while one write is on its way to the disk would go down with the next, if it were handed on. */
let running: Promise<void> | undefined;
let next: Promise<void> | undefined;
const store = async (bytes: Uint8Array) => {
  await log.write(bytes);
  next ??= (async () => {
    await running;
    running = next;
    next = undefined;
    await log.datasync();
  })();
  await next;
  taken++;
};
const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
  username,
  password,
  protocolVersion: 5,
  clientId: 'one-by-one',
  clean: false,
  properties: { sessionExpiryInterval: 3_600, receiveMaximum: 2_000 },
  customHandleAcks: (_topic, message, _packet, done) => {
    store(message as Buffer).then(
      () => done(0),
      () => done(0x80),
    );
  },
});
await client.subscribeAsync('plant/#', { qos: 1 });
process.send?.({ pid: process.pid, stored: 0, waiting: 0 });
process.on('message', async (message: 'facts' | 'stop') => {
  if (message === 'facts') {
    process.send?.({ pid: process.pid, stored: 10 * taken, waiting: 0 });
    return;
  }
  client.end(true);
  await log.close();
  process.disconnect();
});

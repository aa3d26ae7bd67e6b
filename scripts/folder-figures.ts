// Prints how full the folders are and which way imports go: `npm run figures` (docs/architecture.md quotes it).
import { countFiles, isForbidden, levelOf, MOST_FILES, roomOf, WEB_ROOMS } from './rooms.ts';
import { listSources, readWebImports } from './source-files.ts';

const sources = listSources();
const folders = countFiles(sources);
const print = (line = '') => process.stdout.write(`${line}\n`);

print(`${sources.length} source files in ${folders.length} folders; at most ${MOST_FILES} belong in one.`);
for (const { folder, files } of folders.slice(0, 8)) print(`${String(files).padStart(4)}  ${folder}`);

const imports = readWebImports();
print();
print('Imports between the rooms of apps/web/src, from top to bottom:');
print();
print('| room     | files | imports of rooms below | up or to the side | of another feature or tile |');
print('| -------- | ----: | ---------------------: | ----------------: | -------------------------: |');
for (const room of WEB_ROOMS.flat()) {
  const own = imports.filter(({ from }) => roomOf(from) === room);
  const down = own.filter(({ to }) => levelOf(WEB_ROOMS, to) > levelOf(WEB_ROOMS, room));
  const forbidden = own.filter((one) => isForbidden(WEB_ROOMS, one));
  const within = forbidden.filter(({ to }) => roomOf(to) === room);
  const files = sources.filter((path) => roomOf(path.replace('apps/web/src/', '')) === room).length;
  const cells = [files, down.length, forbidden.length - within.length, within.length].map(String);
  const [count = '', below = '', up = '', aside = ''] = cells;
  print(
    `| ${room.padEnd(8)} | ${count.padStart(5)} | ${below.padStart(22)} | ${up.padStart(17)} | ${aside.padStart(26)} |`,
  );
}

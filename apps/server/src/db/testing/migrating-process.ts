/**
 * Brings the database of a data folder up to date with the long migrations: `node migrating-process.ts <data folder>`.
 * Says when it begins and when it is done, so that a test can end it in between.
 */
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { dataFolderAt } from '../../data-folder.ts';
import { openPortalDatabase } from '../../open-portal-database.ts';
import { longMigrations } from './long-migration.ts';

const [folder = ''] = process.argv.slice(2);
process.stdout.write('begin\n');
const config = readConfig({ TELLTALE_DATA: folder });
const clock = { now: () => Date.now() };
const { close } = await openPortalDatabase(config, dataFolderAt(folder), clock, createLog('silent'), {
  migrations: longMigrations,
});
process.stdout.write('done\n');
await close();

/** How soon the health of a year of a million alarms of 1,000 assets with 100 alarms each is told. */
import { makePumps } from './alarms/pumps.ts';
import { head, row, timed } from './alarms/report.ts';
import { writeYearOfAlarms } from './alarms/year-of-alarms.ts';
import { PortalProcess } from './browser/portal-process.ts';

const ALARMS = Number(process.env.BENCH_ALARMS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const YEAR_MS = 365 * 86_400_000;

const portal = await PortalProcess.create();
await portal.start();
await makePumps(portal, 1_000, 100);
await portal.stop();
const nowMs = Date.now();
await writeYearOfAlarms(portal, ALARMS, nowMs);
await portal.start();
const from = new Date(nowMs - YEAR_MS).toISOString();
const span = new URLSearchParams({ from, to: new Date(nowMs).toISOString() });
const path = `/api/ef/alarms/health?${span}`;
const floods = `/api/ef/alarms/floods?${span}`;
head(`health over a year of ${ALARMS.toLocaleString('en')} alarms`);
row('the first time after a start', await timed(1, () => portal.call('GET', path)), '< 2,000 ms');
row('again', await timed(ROUNDS, () => portal.call('GET', path)), '< 2,000 ms');
row('floods, the first time', await timed(1, () => portal.call('GET', floods)), '');
row('floods, again', await timed(ROUNDS, () => portal.call('GET', floods)), '');
const both = () => Promise.all([portal.call('GET', path), portal.call('GET', floods)]);
row('the page: health and floods at once', await timed(ROUNDS, both), '< 2,000 ms');
await portal.remove();

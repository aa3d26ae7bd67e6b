/** Recorded anomalies of SKAB and 3W: how soon the expressions of the guide catch them, and how often they are wrong. */
import {
  type Detection,
  detect,
  readRecording,
  SKAB_RULE,
  skabFiles,
  wellFiles,
} from '@telltale/server/testing/recorded-anomalies.ts';
import { findTestData, NO_TEST_DATA } from '@telltale/server/testing/test-data.ts';

function print(found: readonly Detection[]): void {
  console.log('| recording | caught | after, s | false alarms |\n|---|---|---|---|');
  for (const { name, events, caught, delays, falseAlarms } of found) {
    console.log(`| ${[name, `${caught} of ${events}`, delays.join(', ') || '–', falseAlarms].join(' | ')} |`);
  }
  const sum = (of: (one: Detection) => number) => found.reduce((all, one) => all + of(one), 0);
  const days = sum(({ normalDays }) => normalDays);
  const perDay = days === 0 ? 0 : sum(({ falseAlarms }) => falseAlarms) / days;
  const delays = found.flatMap((one) => one.delays).sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)];
  const caught = `${sum((one) => one.caught)} of ${sum(({ events }) => events)}`;
  console.log(
    `\n${caught} caught, after ${median} s (median), ${delays.at(-1)} s at most; ${sum(({ falseAlarms }) => falseAlarms)} false alarms in ${(days * 24).toFixed(1)} normal hours: ${perDay.toFixed(1)} a day.\n`,
  );
}

const data = findTestData();
if (data === undefined) {
  console.log(`Nothing is gone through: ${NO_TEST_DATA}.`);
} else {
  console.log(`SKAB, \`${SKAB_RULE.expression}\`\n`);
  print(skabFiles(data).map((file) => detect(readRecording(file), SKAB_RULE)));
  console.log('3W, an expression for each class of events\n');
  print(wellFiles(data).map(({ file, rule }) => detect(readRecording(file), rule)));
}

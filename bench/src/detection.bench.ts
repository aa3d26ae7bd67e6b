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
  console.log('| recording | caught | after, s | false alarms | normal hours |\n|---|---|---|---|---|');
  for (const { name, events, caught, delays, falseAlarms, normalDays } of found) {
    const cells = [name, `${caught} of ${events}`, delays.join(', ') || '–', falseAlarms, (normalDays * 24).toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const sum = (of: (one: Detection) => number) => found.reduce((all, one) => all + of(one), 0);
  const days = sum(({ normalDays }) => normalDays);
  const perDay = days === 0 ? 0 : sum(({ falseAlarms }) => falseAlarms) / days;
  const delays = found.flatMap((one) => one.delays).sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)];
  const caught = `${sum((one) => one.caught)} of ${sum(({ events }) => events)}`;
  console.log(
    `\n${caught} caught, after ${median} s (median), ${delays.at(-1)} s at most; ${sum(({ falseAlarms }) => falseAlarms)} false alarms in ${(days * 24).toFixed(1)} normal hours: ${perDay.toFixed(1)} a day, ${mostPerDay(
      sum((one) => one.falseAlarms),
      days,
    )} at most.\n`,
  );
}

/** What so few alarms in so little time leave possible: more would have come in nineteen of twenty such times (Poisson). */
function mostPerDay(count: number, days: number): string {
  const likelihood = (mean: number) => {
    let term = Math.exp(-mean);
    let sum = term;
    for (let n = 1; n <= count; n++) {
      term *= mean / n;
      sum += term;
    }
    return sum;
  };
  let mean = count;
  while (likelihood(mean) > 0.05) mean += 0.01;
  return (mean / days).toFixed(0);
}

const data = findTestData();
if (data === undefined) {
  console.log(`Nothing is gone through: ${NO_TEST_DATA}.`);
} else {
  console.log(`SKAB, \`${SKAB_RULE.expression}\`\n`);
  print(skabFiles(data).map((file) => detect(readRecording(file), SKAB_RULE)));
  console.log('3W, an expression for each class of events\n');
  const wells = wellFiles(data).map(({ file, rule }) => ({ recording: readRecording(file), rule }));
  print(wells.map(({ recording, rule }) => detect(recording, rule)));
  console.log('Each of these expressions on the normal rows of all five wells\n');
  console.log('| expression | false alarms | normal hours | a day | at most |\n|---|---|---|---|---|');
  for (const rule of new Set(wells.map((well) => well.rule))) {
    const found = wells.map(({ recording }) => detect(recording, rule));
    const days = found.reduce((all, { normalDays }) => all + normalDays, 0);
    const count = found.reduce((all, { falseAlarms }) => all + falseAlarms, 0);
    const cells = [`\`${rule.expression}\``, count, (days * 24).toFixed(1), (count / days).toFixed(0)];
    console.log(`| ${[...cells, mostPerDay(count, days)].join(' | ')} |`);
  }
}

import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { SqliteDriver } from './sqlite-driver.ts';

/** Statements take so long by the clock of the test. */
async function driverWhereStatementsTake(ms: number) {
  let nowMs = 0;
  const open = () => {
    const writer = new DatabaseSync(':memory:');
    writer.exec('create table rows (n integer)');
    writer.function('slow', (n) => {
      nowMs += ms;
      return n;
    });
    return { writer, reader: new DatabaseSync(':memory:') };
  };
  const driver = new SqliteDriver(
    open,
    () => undefined,
    () => nowMs,
  );
  await driver.init();
  return driver;
}

async function turnsDuring(driver: SqliteDriver, statements: number): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  const connection = await driver.acquireConnection();
  await driver.beginTransaction(connection);
  setImmediate(count);
  for (let n = 0; n < statements; n++) {
    await connection.executeQuery(CompiledQuery.raw('insert into rows select slow(?)', [n]));
  }
  isOver = true;
  const given = turns;
  await driver.commitTransaction(connection);
  await driver.releaseConnection(connection);
  return given;
}

it('gives others their turn while a transaction of many statements goes on', async () => {
  const driver = await driverWhereStatementsTake(5);
  expect(await turnsDuring(driver, 100)).toBeGreaterThanOrEqual(20);
  await driver.destroy();
});

it('runs a short transaction through without waiting for anybody', async () => {
  const driver = await driverWhereStatementsTake(1);
  expect(await turnsDuring(driver, 10)).toBe(0);
  await driver.destroy();
});

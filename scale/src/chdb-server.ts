// ClickHouse's own engine behind a small HTTP front that speaks as ClickHouse's does, as a program of its own: so that it
// can be killed and started again. Told where to listen and where its data is; says on stdout when it is ready.
import { writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Session } from 'chdb';

const [folder = '', port = '0', password = '', version = '', cluster = ''] = process.argv.slice(2);
const USER = 'telltale';
/** May look and do nothing else, whatever it asks. */
const READER = 'reader';

/** A cluster of this one server, with a keeper in memory. */
const CLUSTER = `<clickhouse>
  <tcp_port>9000</tcp_port>
  <zookeeper>
    <implementation>testkeeper</implementation>
    <node><host>127.0.0.1</host><port>2181</port></node>
  </zookeeper>
  <macros><shard>01</shard><replica>a</replica></macros>
  <remote_servers>
    <${cluster}><shard><replica><host>localhost</host><port>9000</port></replica></shard></${cluster}>
  </remote_servers>
</clickhouse>`;

function open(): Session {
  if (cluster === '') return new Session(join(folder, 'data'));
  const file = join(folder, 'cluster.xml');
  writeFileSync(file, CLUSTER);
  return new Session(join(folder, 'data'), { connectionArgs: [`--config-file=${file}`] });
}

const session = open();
let blocks = 0;

/** ClickHouse's way of saying no. */
class Refusal extends Error {
  readonly code: number;

  constructor(code: number, name: string, text: string) {
    super(`Code: ${code}. DB::Exception: ${text}. (${name})`);
    this.code = code;
  }
}

function authenticate(request: IncomingMessage): string {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [user = '', given = ''] = Buffer.from(basic, 'base64').toString().split(/:(.*)/s);
  if ((user === USER || user === READER) && given === password) return user;
  throw new Refusal(516, 'AUTHENTICATION_FAILED', `${user}: Authentication failed: password is incorrect`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  // A body that was cut off ends its request; what arrived of it is nothing.
  if (!request.complete) throw new Error('the request was cut off');
  return Buffer.concat(parts);
}

async function run(text: string): Promise<Uint8Array> {
  const isVersion = version !== '' && /version\(\)/.test(text);
  const sql = isVersion ? text.replace('version()', `'${version}'`) : text;
  const onCluster = ` ON CLUSTER \`${cluster}\``;
  if (cluster === '' || !sql.includes(onCluster)) return (await session.queryAsync(sql)).bytes();
  await session.queryAsync(`EXPLAIN AST ${sql}`);
  return (await session.queryAsync(await unreplicated(sql.replace(onCluster, '')))).bytes();
}

let checked = 0;

/**
 * The engine as a library hands nothing on to other servers, and makes replicated tables into which nothing can be
 * written: such a table is made beside, to see whether it can be, and one that is like it but for the replicas is used.
 */
async function unreplicated(sql: string): Promise<string> {
  const engine = /Replicated(\w+)\('[^']+', '[^']+'/;
  if (!engine.test(sql)) return sql;
  checked++;
  const beside = sql.replace(/(?<=EXISTS )`[^`]+`\.`[^`]+`/, `default.checked_${checked}`);
  await session.queryAsync(beside.replace('/clickhouse/tables/', `/clickhouse/tables/${checked}/`));
  return sql.replace(engine, '$1(').replace('(, ', '(').replace('replicated_dedup', 'non_replicated_dedup');
}

const underWay = new Set<string>();

/** As the server does: of one name there is one statement at a time. */
async function runAs(id: string, sql: string): Promise<Uint8Array> {
  if (underWay.has(id)) {
    throw new Refusal(216, 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING', `Query with id = ${id} is already running`);
  }
  if (id !== '') underWay.add(id);
  try {
    return await run(sql);
  } finally {
    underWay.delete(id);
  }
}

const databases = new Set<string>();

async function isDatabase(name: string): Promise<boolean> {
  if (databases.has(name)) return true;
  const found = await run(`SELECT count() FROM system.databases WHERE name = '${name.replaceAll("'", '')}'`);
  const isThere = Buffer.from(found).toString().trim() === '1';
  if (isThere) databases.add(name);
  return isThere;
}

async function answer(request: IncomingMessage): Promise<Uint8Array> {
  const url = new URL(request.url ?? '/', 'http://front');
  if (url.pathname === '/ping') return Buffer.from('Ok.\n');
  const body = await bodyOf(request);
  const user = authenticate(request);
  const query = url.searchParams.get('query');
  const sql = query ?? body.toString();
  if (user === READER && /^CHECK GRANT/.test(sql)) return Buffer.from('0\n');
  if (user === READER && !/^\s*(SELECT|EXISTS)/.test(sql)) {
    throw new Refusal(
      497,
      'ACCESS_DENIED',
      `${user}: Not enough privileges. To execute this query, it is necessary to have the grant CREATE TABLE`,
    );
  }
  if (/\bsystem\.(?!tables|columns|databases|one)/.test(sql)) {
    throw new Refusal(497, 'ACCESS_DENIED', `${user}: Not enough privileges to read a system table`);
  }
  const database = url.searchParams.get('database') ?? 'default';
  if (!(await isDatabase(database))) throw new Refusal(81, 'UNKNOWN_DATABASE', `Database ${database} does not exist`);
  if (query === null) return runAs(url.searchParams.get('query_id') ?? '', sql);
  // The engine takes data by files only.
  const insert = /^(INSERT INTO .+) FORMAT Native$/s.exec(query)?.[1];
  if (insert === undefined) throw new Refusal(62, 'SYNTAX_ERROR', `Syntax error: ${query}`);
  const file = join(folder, `block-${++blocks}.native`);
  await writeFile(file, body);
  try {
    return await run(`${insert} SELECT * FROM file('${file}', Native)`);
  } finally {
    await rm(file, { force: true });
  }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const bytes = await answer(request);
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const code = /Code: (\d+)/.exec(text)?.[1] ?? '1002';
    response
      .writeHead(code === '516' ? 403 : 500, { 'x-clickhouse-exception-code': code })
      .end(text.replace(/^.*?(?=Code:)/s, ''));
  }
}

const server = createServer((request, response) => void serve(request, response));
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  session.close();
  process.exit(0);
});

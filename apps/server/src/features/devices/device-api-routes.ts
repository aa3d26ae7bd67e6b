import { devices } from '@telltale/contract';
import type { OutgoingMessage } from '#broker/broker-host.ts';
import type { Clock } from '#clock.ts';
import { badRequest, HttpError } from '#http/errors.ts';
import { goneSignal } from '#http/gone-signal.ts';
import { Answer, type Route, route } from '#http/route.ts';
import type { DeviceAttributes } from '#ingest/device-attributes.ts';
import { PayloadError } from '#ingest/incoming.ts';
import { readJson } from '#ingest/payload.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import type { CommandAnswers } from '#ingest/sessions/command-answers.ts';
import type { DeviceSessions } from '#ingest/sessions/device-sessions.ts';
import { answerAttributes } from '#ingest/thingsboard/attribute-values.ts';
import { answerRpc } from '#ingest/thingsboard/client-rpc.ts';
import { type DeviceFile, type FileInbox, readDeviceFile } from '#ingest/thingsboard/device-files.ts';
import type { AskedChunk, Packages } from '#ingest/thingsboard/packages.ts';
import type { ThingsBoardIntake } from '#ingest/thingsboard/thingsboard-intake.ts';
import { ATTRIBUTES, RPC_REQUEST } from '#ingest/thingsboard/topics.ts';
import { pollMessage } from './device-poll.ts';
import type { DeviceRequests } from './device-requests.ts';

export interface DeviceApiRouteParts {
  requests: DeviceRequests;
  sessions: DeviceSessions;
  intake: ThingsBoardIntake;
  attributes: DeviceAttributes;
  answers: CommandAnswers;
  packages: Packages;
  inbox: FileInbox;
  clock: Clock;
}

const EMPTY = {};
const nothingInTime = () => new HttpError(408, 'timeout', 'Nothing was to be told in this time.');

/** What ThingsBoard's device API over HTTP has beside telemetry and attributes: what devices ask and are told. */
export function deviceApiRoutes(parts: DeviceApiRouteParts): Route[] {
  const { requests, sessions, intake, attributes, answers, packages, inbox, clock } = parts;

  const poll = (
    { token, filter, timeoutMs, gone }: { token: string; filter: string; timeoutMs: number; gone: AbortSignal },
    read: (message: OutgoingMessage) => unknown,
  ) =>
    requests.run(token, async (device) => {
      let answer: Answer | undefined;
      await pollMessage(sessions, device, filter, timeoutMs, gone, (message) => {
        answer = new Answer(200, read(message));
      });
      if (!answer) throw nothingInTime();
      return answer;
    });

  const chunk = (kind: 'fw' | 'sw') => (device: RegisteredDevice, query: AskedChunk) =>
    readable(async () => {
      const { length, content } = await packages.stream(device.assetId, kind, query);
      return new Answer(200, content, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(length),
      });
    });

  return [
    route(devices.getDeviceAttributes, ({ params, query }) =>
      requests.run(params.token, async (device) => {
        const answer = answerAttributes(await attributes.list(device), query);
        return new Answer(200, answer);
      }),
    ),

    route(devices.awaitDeviceAttributes, ({ params, query, rawReply }) => {
      const order = { token: params.token, timeoutMs: query.timeout, gone: goneSignal(rawReply) };
      return poll({ ...order, filter: ATTRIBUTES }, ({ payload }) => JSON.parse(payload.toString()));
    }),

    route(devices.awaitDeviceCommand, ({ params, query, rawReply }) => {
      const order = { token: params.token, timeoutMs: query.timeout, gone: goneSignal(rawReply) };
      return poll({ ...order, filter: `${RPC_REQUEST}+` }, ({ topic, payload }) => ({
        id: topic.slice(RPC_REQUEST.length),
        ...JSON.parse(payload.toString()),
      }));
    }),

    route(
      devices.answerDeviceCommand,
      ({ params, body }) =>
        requests.run(params.token, async (device) => {
          const answer = await readable(async () => readJson(bytesOf(body)));
          await answers.publish({ device, commandId: params.commandId, answer });
          return EMPTY;
        }),
      { rawBody: true },
    ),

    route(
      devices.callPortal,
      ({ params, body }) =>
        requests.run(params.token, () =>
          readable(async () => new Answer(200, answerRpc(readJson(bytesOf(body)), clock.now()))),
        ),
      { rawBody: true },
    ),

    route(
      devices.claimDevice,
      ({ params }) =>
        requests.run(params.token, async (device) => {
          await intake.claim(device);
          return EMPTY;
        }),
      { rawBody: true },
    ),

    route(devices.getDeviceFirmware, ({ params, query }) =>
      requests.run(params.token, (device) => chunk('fw')(device, query)),
    ),

    route(devices.getDeviceSoftware, ({ params, query }) =>
      requests.run(params.token, (device) => chunk('sw')(device, query)),
    ),

    route(devices.beginDeviceFile, ({ params, query }) =>
      requests.run(params.token, (device) => readable(() => inbox.begin(device, readDeviceFile(query)))),
    ),

    route(
      devices.uploadDeviceFile,
      ({ params, query, body }) =>
        requests.run(params.token, (device) => {
          const content = Buffer.from(bytesOf(body));
          const file: DeviceFile = { ...query, length: query.length ?? content.length };
          return readable(() => inbox.take(device, file, query.chunk, content));
        }),
      { rawBody: true },
    ),
  ];
}

function bytesOf(body: unknown): Uint8Array {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** @throws HttpError 400 with the reason for what cannot be read */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PayloadError && error.cause instanceof HttpError) throw error.cause;
    if (error instanceof PayloadError) throw badRequest(`The request cannot be taken: ${error.message}.`);
    throw error;
  }
}

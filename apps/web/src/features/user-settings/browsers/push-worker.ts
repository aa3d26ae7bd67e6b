import { openPress, renewAgreement, showPush, type WorkerWorld } from './push-event.ts';

// The service worker that shows alarms while no page of the portal is open (`/push-worker.js`). It answers no request of a
// page, so nothing is slower or older for it.

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushedEvent extends WorkerEvent {
  readonly data: { text(): string } | null;
}
interface PressedEvent extends WorkerEvent {
  readonly notification: { readonly data: unknown; close(): void };
}
interface ChangedEvent extends WorkerEvent {
  readonly oldSubscription: PushSubscription | null;
}
interface Worker extends EventTarget, Omit<WorkerWorld, 'origin' | 'send'> {
  readonly location: { readonly origin: string };
  skipWaiting(): Promise<void>;
}

const worker = globalThis as unknown as Worker;
const { registration, clients } = worker;
const world: WorkerWorld = {
  origin: worker.location.origin,
  registration,
  clients,
  send: (address, request) => fetch(address, request),
};

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('push', (event) => {
  const { data } = event as PushedEvent;
  (event as PushedEvent).waitUntil(showPush(world, data?.text()));
});
worker.addEventListener('notificationclick', (event) => {
  const { notification } = event as PressedEvent;
  notification.close();
  (event as PressedEvent).waitUntil(openPress(world, notification.data));
});
worker.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription } = event as ChangedEvent;
  (event as ChangedEvent).waitUntil(renewAgreement(world, oldSubscription?.options.applicationServerKey));
});

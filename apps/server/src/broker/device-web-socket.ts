import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Config } from '#config/config.ts';
import { wayOfUpgrades } from '#http/protection/way-of-upgrades.ts';
import { offeredProtocols, type UpgradeTarget } from '#http/upgrades.ts';
import { MAX_PACKET_BYTES } from './broker-host.ts';
import type { SupervisedBroker } from './supervised-broker.ts';

const PATH = '/device-mqtt';
/** `mqtt` since 3.1.1 [MQTT-6.0.0-3]; firmware for 3.1 says `mqttv3.1`. */
const PROTOCOLS = ['mqtt', 'mqttv3.1'];
/** A frame is put together before its bytes are seen, so what has not sent its CONNECT yet is few (guarantee C15). */
const MAX_WAITING = 200;
const TCP_KEEPALIVE_MS = 60_000;

/**
 * MQTT over WebSocket for devices, where only the web's port is open. The token is in the CONNECT, as over TCP, and no
 * cookie is looked at: a page of another site has nothing from being able to open it.
 */
export function deviceWebSocket(
  broker: SupervisedBroker,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): UpgradeTarget {
  const wayOf = wayOfUpgrades(trustedProxies);
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_PACKET_BYTES,
    handleProtocols: (offered) => PROTOCOLS.find((name) => offered.has(name)) ?? false,
  });
  let waiting = 0;
  return {
    serves: (path) => path === PATH,
    refusalOf(request) {
      if (!offeredProtocols(request).some((name) => PROTOCOLS.includes(name))) return 426;
      return broker.isFull || waiting >= MAX_WAITING ? 503 : undefined;
    },
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const tcp = socket as Socket;
      tcp.setNoDelay(true);
      tcp.setKeepAlive(true, TCP_KEEPALIVE_MS);
      waiting++;
      let isWaiting = true;
      const arrived = () => {
        if (isWaiting) waiting--;
        isWaiting = false;
      };
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.once('message', arrived);
        broker.accept(createWebSocketStream(webSocket), wayOf(request));
      });
      socket.once('close', arrived);
    },
    refused: () => undefined,
  };
}

/**
 * Calls `start` with the port that the frame's owner hands over, once. Everything after that goes through the port, so
 * a message from anywhere else is never looked at (guarantee E14).
 */
export function withOwnersPort(start: (port: MessagePort) => void): void {
  const listen = (event: MessageEvent) => {
    const [port] = event.ports;
    if (event.source !== window.parent || port === undefined) return;
    window.removeEventListener('message', listen);
    start(port);
    port.start();
  };
  window.addEventListener('message', listen);
}

type Done = (error?: Error | null) => void;

/**
 * The broker's message bus, without routes: what a device publishes never reaches another device, whatever anyone has
 * subscribed to. `v1/devices/me/…` is the same topic for every device, so this must hold by construction; what devices
 * are sent goes to their own connection.
 */
export class NoRouting {
  readonly concurrency = 0;
  closed = false;

  on(_topic: string, _listener: unknown, done?: Done): this {
    if (done) setImmediate(done);
    return this;
  }

  removeListener(_topic: string, _listener: unknown, done?: Done): this {
    if (done) setImmediate(done);
    return this;
  }

  emit(_packet: unknown, done?: Done): this {
    done?.();
    return this;
  }

  close(done?: Done): this {
    this.closed = true;
    if (done) setImmediate(done);
    return this;
  }
}

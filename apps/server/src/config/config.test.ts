import { hostname } from 'node:os';
import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('the settings', () => {
  it('have the defaults of the documentation', () => {
    expect(readConfig({})).toMatchObject({
      httpPort: 8080,
      host: '0.0.0.0',
      mqttPort: 1883,
      tls: undefined,
      allowInsecure: false,
      publicUrl: undefined,
      databaseUrl: undefined,
      retentionDays: 0,
      retentionGb: 0,
      fileQuotaMb: 10_240,
      sparkplugHostId: 'telltale',
      oidc: undefined,
      sessionIdleMs: 12 * 3_600_000,
      sessionMaxMs: 30 * 24 * 3_600_000,
      trustedProxies: [],
      logLevel: 'info',
    });
    expect(isAbsolute(readConfig({}).dataFolder)).toBe(true);
  });

  it('take a folder of configuration files in the data folder that is made later', () => {
    const config = readConfig({ TELLTALE_DATA: '/there/is/none', TELLTALE_CONFIG: '/there/is/none/config' });
    expect(config.configFolder).toBe('/there/is/none/config');
    const beside = { TELLTALE_DATA: '/there/is/none', TELLTALE_CONFIG: '/there/is/none-config' };
    expect(() => readConfig(beside)).toThrow('TELLTALE_CONFIG: there is no such folder');
  });

  it('take an empty value for none, and space around one for nothing', () => {
    expect(readConfig({ TELLTALE_PORT: ' ', TELLTALE_HOST: ' ::1 ' })).toMatchObject({ httpPort: 8080, host: '::1' });
  });

  it('are read', () => {
    const config = readConfig({
      TELLTALE_PORT: '80',
      TELLTALE_MQTT_PORT: 'off',
      TELLTALE_PUBLIC_URL: 'https://portal.example/',
      TELLTALE_DATABASE_URL: 'postgres://user@host/db',
      TELLTALE_TRUSTED_PROXIES: '10.0.0.1, fd00::/8',
      TELLTALE_RETENTION_DAYS: '30',
      TELLTALE_SPARKPLUG_HOST_ID: 'SCADA 1',
      TELLTALE_RETENTION_GB: '2.5',
      TELLTALE_OIDC_ISSUER: 'https://login.example/realms/plant',
      TELLTALE_OIDC_CLIENT_ID: 'telltale',
      TELLTALE_OIDC_NEW_ACCOUNTS: 'off',
      TELLTALE_SESSION_IDLE_HOURS: '0.5',
      TELLTALE_SESSION_MAX_DAYS: '1',
      OTHER: 'ignored',
    });
    expect(config).toMatchObject({
      httpPort: 80,
      mqttPort: undefined,
      publicUrl: 'https://portal.example',
      databaseUrl: 'postgres://user@host/db',
      trustedProxies: ['10.0.0.1', 'fd00::/8'],
      retentionDays: 30,
      sparkplugHostId: 'SCADA 1',
      retentionGb: 2.5,
      oidc: {
        issuer: 'https://login.example/realms/plant',
        clientId: 'telltale',
        clientSecret: undefined,
        label: 'Log in with single sign-on',
        newAccounts: false,
      },
      sessionIdleMs: 1_800_000,
      sessionMaxMs: 86_400_000,
    });
  });

  it.each([
    ['TELLTALE_PORT', '65536'],
    ['TELLTALE_PORT', '80x'],
    ['TELLTALE_MQTT_PORT', 'none'],
    ['TELLTALE_PUBLIC_URL', 'portal.example'],
    ['TELLTALE_PUBLIC_URL', 'javascript:alert(1)'],
    ['TELLTALE_DATABASE_URL', 'mysql://x'],
    ['TELLTALE_RETENTION_DAYS', '-1'],
    ['TELLTALE_RETENTION_GB', '-1'],
    ['TELLTALE_RETENTION_GB', '0.01'],
    ['TELLTALE_RETENTION_GB', 'all'],
    ['TELLTALE_OIDC_ISSUER', 'http://login.example'],
    ['TELLTALE_OIDC_ISSUER', 'login.example'],
    ['TELLTALE_OIDC_CLIENT_ID', 'telltale'],
    ['TELLTALE_OIDC_NEW_ACCOUNTS', 'maybe'],
    ['TELLTALE_SESSION_IDLE_HOURS', '0'],
    ['TELLTALE_SESSION_IDLE_HOURS', 'never'],
    ['TELLTALE_SESSION_MAX_DAYS', '400'],
    ['TELLTALE_TLS_CERT', 'portal.pem'],
    ['TELLTALE_TLS_KEY', 'portal.key'],
    ['TELLTALE_DEVICE_CA', 'devices.pem'],
    ['TELLTALE_MQTTS_PORT', 'tls'],
    ['TELLTALE_REDIRECT_PORT', 'on'],
    ['TELLTALE_REDIRECT_PORT', '80'],
    ['TELLTALE_ALLOW_INSECURE', 'yes'],
    ['TELLTALE_LOG_LEVEL', 'loud'],
    ['TELLTALE_CONFIG', '/there/is/no/such/folder'],
    ['TELLTALE_TRUSTED_PROXIES', 'proxy.example'],
    ['TELLTALE_TRUSTED_PROXIES', '10.0.0.1/33'],
    ['TELLTALE_ALERT_NETWORKS', 'hooks.example'],
    ['TELLTALE_SMTP_URL', 'mail.example'],
    ['TELLTALE_HISTORY_URL', 'http://victoria:8428'],
    ['TELLTALE_HISTORY_URL', 'clickhouse://'],
    ['TELLTALE_HISTORY_URL', 'clickhouse://history.example/a%2Fb'],
    ['TELLTALE_HISTORY_URL', 'clickhouse://history.example/telltale?clustr=plant'],
    ['TELLTALE_CLUSTER_URL', 'http://nats:4222'],
    ['TELLTALE_CLUSTER_URL', 'nats://'],
    ['TELLTALE_CLUSTER_URL', 'nats://a,,b'],
    ['TELLTALE_CLUSTER_URL', 'nats://a:99999'],
    ['TELLTALE_CLUSTER_URL', 'nats://u:p%zz@a'],
    ['TELLTALE_CLUSTER_URL', 'nats://a'],
    ['TELLTALE_NODE', 'one'],
    ['TELLTALE_NODE', 'a b'],
    ['TELLTALE_FILES', '/tmp'],
    ['TELLTALE_FILES', '/there/is/no/such/folder'],
    ['TELLTALE_BROKER_URL', 'http://broker:1883'],
    ['TELLTALE_BROKER_URL', 'mqtt://u:p%zz@broker:1883'],
    ['TELLTALE_BROKER_URL', 'mqtt://broker:1883/plant'],
    ['TELLTALE_BROKER_CA', '/etc/ca.pem'],
    ['TELLTALE_BROKER_CLIENT_ID', 'telltale'],
    ['TELLTALE_BROKER_GROUP', 'portals'],
    ['TELLTALE_FILE_QUOTA_MB', 'all'],
    ['TELLTALE_SPARKPLUG_HOST_ID', 'plant/scada'],
    ['TELLTALE_SPARKPLUG_HOST_ID', '#'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('take clear text from other machines only when told to, with a certificate and without (I2)', () => {
    const certified = { TELLTALE_TLS_CERT: 'portal.pem', TELLTALE_TLS_KEY: 'portal.key' };
    expect(readConfig(certified)).toMatchObject({
      allowInsecure: false,
      tls: { mqttsPort: 8883, deviceCaFile: undefined },
    });
    expect(readConfig(certified).tls).not.toHaveProperty('redirectPort');
    expect(readConfig({ ...certified, TELLTALE_REDIRECT_PORT: '80' }).tls?.redirectPort).toBe(80);
    expect(readConfig({ ...certified, TELLTALE_ALLOW_INSECURE: 'on' }).allowInsecure).toBe(true);
    expect(readConfig({}).allowInsecure).toBe(false);
    expect(readConfig({ TELLTALE_ALLOW_INSECURE: 'on' }).allowInsecure).toBe(true);
  });

  it('let nobody log in by a provider that could not send them back', () => {
    const provider = { TELLTALE_OIDC_ISSUER: 'https://login.example', TELLTALE_OIDC_CLIENT_ID: 'telltale' };
    expect(() => readConfig(provider)).toThrow('TELLTALE_OIDC_ISSUER: is of no use without TELLTALE_PUBLIC_URL');
    expect(readConfig({ ...provider, TELLTALE_PUBLIC_URL: 'https://portal.example' }).oidc).toBeDefined();
    // A browser on this machine is sent back to where the portal listens.
    expect(readConfig({ ...provider, TELLTALE_HOST: '127.0.0.1' }).oidc).toBeDefined();
  });

  it('make a node only of a process whose records, history and files others can reach', () => {
    const records = { TELLTALE_DATABASE_URL: 'postgres://db/telltale' };
    const history = { TELLTALE_HISTORY_URL: 'clickhouse://history/telltale' };
    const cluster = { TELLTALE_CLUSTER_URL: 'nats://portal:p%40ss@a,b:4223,[::1]' };
    expect(() => readConfig({ ...cluster, ...history, TELLTALE_FILES: '/tmp' })).toThrow(
      'TELLTALE_CLUSTER_URL: is of no use without TELLTALE_DATABASE_URL',
    );
    expect(() => readConfig({ ...cluster, ...records, TELLTALE_FILES: '/tmp' })).toThrow(
      'TELLTALE_CLUSTER_URL: is of no use without TELLTALE_HISTORY_URL',
    );
    expect(() => readConfig({ ...cluster, ...records, ...history })).toThrow(
      'TELLTALE_CLUSTER_URL: is of no use without TELLTALE_FILES',
    );
    const whole = { ...cluster, ...records, ...history, TELLTALE_FILES: '/tmp', TELLTALE_PORT: '8181' };
    expect(readConfig(whole).cluster).toEqual({
      servers: ['a:4222', 'b:4223', '[::1]:4222'],
      user: 'portal',
      password: 'p@ss',
      node: `${hostname()}-8181`,
      filesFolder: '/tmp',
    });
    expect(readConfig({ ...whole, TELLTALE_NODE: 'one' }).cluster?.node).toBe('one');
  });
});

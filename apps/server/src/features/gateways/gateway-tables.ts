import type { Generated } from 'kysely';

export interface GatewaysTable {
  gateway_id: Generated<number>;
  name: string;
  admin_id: number;
  token_hash: string;
  created_ms: number;
}

export interface GatewayTables {
  gateways: GatewaysTable;
}

/** Of `chdb` what the front uses: it is installed by npm run test:scale only. */
declare module 'chdb' {
  export class Session {
    constructor(folder: string, options?: { connectionArgs?: string[] });
    queryAsync(sql: string): Promise<{ bytes(): Uint8Array }>;
    close(): void;
  }
}

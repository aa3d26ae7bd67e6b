/** Why a database or a query gave nothing; the message is for the screen. */
export class SqliteProblem extends Error {}

/*
 * In development React keeps, with each element, the stack of where it was made and a task for debuggers, both for the
 * stacks of its warnings. They take a tenth of what a test of a page takes. React leaves them out once it has made 10,000
 * in a while: here it is told that it has, before it is loaded for the first time. Warnings themselves stay.
 */
Reflect.deleteProperty(console, 'createTask');
const react: Record<string, unknown> = await import('react');
const internals = react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (internals instanceof Object && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
  });
}

export {};

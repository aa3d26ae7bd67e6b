/**
 * Times are held to their limits only where a machine does nothing else (`TELLTALE_TEST_TIMES=1`): beside other tests they say
 * how busy it is.
 */
export const ASSERTS_TIMES = process.env.TELLTALE_TEST_TIMES !== undefined;

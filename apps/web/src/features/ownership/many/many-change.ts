/** What is done with many at once: users added, mailed or given links, assets given to a unit. */
export type ManyChange = 'add' | 'mail' | 'links' | 'give';

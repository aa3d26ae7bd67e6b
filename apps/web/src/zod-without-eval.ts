import { config } from 'zod';

// The portal's pages may not make code of text. Told so, Zod does not try it: the refusal, an error with its place in
// the script, has the whole start file read twice more before the first screen.
config({ jitless: true });

/** What somebody may store wherever a text can be stored, to run a script on somebody else's screen. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<img src=x onerror=globalThis.wasRun=1>',
  '<svg/onload=globalThis.wasRun=1>',
  '"><script>globalThis.wasRun=1</script>',
  'javascript:globalThis.wasRun=1',
  'data:text/html,<script>globalThis.wasRun=1</script>',
  "{{constructor.constructor('globalThis.wasRun=1')()}}",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=globalThis.wasRun=1&gt;">',
  '<form id=attributes><input name=innerHTML>',
  '&#x6a;avascript:globalThis.wasRun=1',
  '<a href="jav\tascript:globalThis.wasRun=1">x</a>',
  '\u202egnp.exe',
  '%0d%0aX-Injected: 1',
];

/**
 * Which modules go together in one file. Left to itself the bundler makes a file of each module that two lazy parts
 * share: more than a hundred for a dashboard, each with a request, a link in the page and a place in the queue. What
 * the first screen needs must stand in no other group than its own (decision 0050).
 */

/** What the first screen is drawn with: in one file it packs better than in a dozen. */
const firstScreen =
  /src\/(ui\/(page\/(Page|ListArea)|SearchField|MoreButton|MissingPermission|EmptyState|ErrorState|Loading|ConnectionState|Age|use-now|lazy-part)|app\/(Pending|use-address-params))\./;

/** Menus, dialogs, fields and what they stand on, as far as dashboards have them. */
const controls = modules([
  '@mantine/core/esm/components/(Accordion|Autocomplete|Checkbox|Collapse|Combobox|FloatingIndicator|FocusTrap|Group|InlineInput|Menu|Modal|ModalBase|NumberInput|Overlay|Paper|Popover|Portal|Radio|ScrollArea|SegmentedControl|Select|Stack|Text|Tooltip|VisuallyHidden)/',
  '@mantine/core/esm/core/(Box/get-style-object|DirectionProvider|utils/(close-on-escape|create-|find-element|get-context|get-default-z|get-env|get-ref-prop|get-single|noop|primitive))',
  '@mantine/core/esm/utils/',
  '@mantine/hooks/esm/(use-(click-outside|collapse|debounced|delayed|focus|long-press|merged-ref|mounted|mutation-observer|previous|shallow|timeout|window-event)|utils/(clamp|shallow|use-callback-ref))',
  '@mantine/core/esm/components/Transition/get-transition-props',
  '@tabler/icons-react/.*/Icon(ChevronRight|Copy|DeviceFloppy|Download|Folder|HelpCircle|MathFunction|Pencil|PlayerPlay|Refresh|Trash|X)\\.',
  '(@floating-ui|get-nonce|react-number-format|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|tslib|use-callback-ref|use-sidecar)/',
]);

/** Charts over time, but for their editor and what is seldom opened. */
const charts = modules([
  'src/tiles/shared/chart/(?!amcharts|AxesTable|ChartEditor|ChartTable|LibraryField|RawJson|SeriesTable|chart-settings|flot-settings)',
  'src/tiles/(fast|advanced)-graph/\\w+Tile\\.',
  'domain/src/charts/(?!smooth)',
  'node_modules/uplot/',
]);

/**
 * The tile kit, the registry with the settings of each type, what views share, and the views of most dashboards. Not what
 * the page of a dashboard alone draws with: what only that stands on (an icon, a hook) is part of the page's own file,
 * and the two files would import each other.
 */
const tiles = modules([
  'src/tile-kit/(?!readings|alarm-overrides|DataItemPicker|DataItemsPicker|Tile(Frame|Toolbar)\\.tsx|use-(alarms|alarm-definitions|close-alarm|event-list|file-list|frame-sites|map-config|message-inspector))',
  'src/tiles/(registry|[\\w-]+/(tile|settings)\\.ts)',
  'src/tiles/(indicator|gauge|data-item-table)/(?!\\w+Editor|BandTable)',
  'src/tiles/text-box/(TextBoxTile|text-box\\.module)',
  'src/tiles/shared/(reading|settings|table|chart/(chart|flot)-settings|hourly/hourly-settings)',
  'src/tiles/shared/request/(?!HeaderTable|RequestEditor|UrlField)',
  'src/tiles/shared/rich-text/(?!SourceEditor|SubstitutionPicker|TextLookFields)',
  'src/(features/dashboard/(preload-tiles|tile-definition)|ui/save-file)\\.',
  'domain/src/(dashboard/|charts/smooth|format/(colour|csv)|time/)',
  'node_modules/dompurify/',
]);

function modules(paths: readonly string[]): RegExp {
  return new RegExp(paths.join('|'));
}

export const chunkGroups = [
  { name: 'first-screen', test: firstScreen, priority: 1 },
  // Only what is named: what these stand on may be part of the first screen.
  { name: 'controls', test: controls, includeDependenciesRecursively: false },
  { name: 'charts', test: charts, includeDependenciesRecursively: false },
  { name: 'tiles', test: tiles, includeDependenciesRecursively: false },
];

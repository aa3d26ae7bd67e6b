import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { setUi, useUiStore } from '#actions/ui-store.ts';
import { useShortcuts } from '#actions/use-shortcuts.ts';
import { filesIn, panelIn } from '#pages/panel-address.ts';
import { useProofStore } from '#session/proof.ts';
import { useSessionStore } from '#session/session-store.ts';
import { showCutTexts } from '#ui/display/cut-text.ts';
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx';
import { Loading } from '#ui/feedback/Loading.tsx';
import { Toasts } from '#ui/feedback/Toasts.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { Pages } from './Pages.tsx';
import classes from './shell.module.css';
import { useShellActions } from './use-shell-actions.ts';

const CommandPalette = lazy(() =>
  import('./palette/CommandPalette.tsx').then((part) => ({ default: part.CommandPalette })),
);
const AssetPanel = lazy(() =>
  import('#features/assets/panel/AssetPanel.tsx').then((part) => ({ default: part.AssetPanel })),
);
const FilePanel = lazy(() =>
  import('#features/assets/panel/FilePanel.tsx').then((part) => ({ default: part.FilePanel })),
);
const AssetDialog = lazy(() =>
  import('#features/assets/AssetDialog.tsx').then((part) => ({ default: part.AssetDialog })),
);
const ProofDialog = lazy(() =>
  import('#features/login/proof/ProofDialog.tsx').then((part) => ({ default: part.ProofDialog })),
);
const ViewBanner = lazyPart(async () => (await import('./ViewBanner.tsx')).ViewBanner);
const WhyPanel = lazy(() => import('#features/why/WhyPanel.tsx').then((part) => ({ default: part.WhyPanel })));
const ShortcutList = lazy(() => import('./ShortcutList.tsx').then((part) => ({ default: part.ShortcutList })));

const newAssetRequest = { kind: 'new' } as const;

/** What stands around every page: navigation bar, palette, dialogs, shortcuts. */
export function Shell() {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const isKnown = useSessionStore((session) => session.state !== 'unknown');
  const { navBar, commandPalette, shortcutList, assetPanel, filePanel, newAsset, why } = useUiStore();
  const isValid = useSessionStore((session) => session.state === 'valid');
  const viewing = useSessionStore((session) => session.viewing);
  const isProofAsked = useProofStore((store) => store.open !== undefined);
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  const addressed = panelIn(search);
  const addressedFiles = filesIn(search);
  useShortcuts();
  useShellActions();
  useEffect(() => showCutTexts(), []);

  useEffect(() => setUi({ assetPanel: addressed }), [addressed]);
  useEffect(() => setUi({ filePanel: addressedFiles }), [addressedFiles]);

  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    const params = new URLSearchParams(window.location.search);
    setUi({ assetPanel: panelIn(params), filePanel: filesIn(params), newAsset: false, why: undefined });
    // A new page is read from its beginning, by eyes and by screen readers.
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      {viewing ? <ViewBanner viewing={viewing} /> : null}
      {navBar && !isHidden(search) ? <NavigationBar /> : null}
      <main id="main" ref={main} className={classes.main} tabIndex={-1}>
        <ErrorBoundary resetKey={path}>
          <Suspense fallback={<Loading />}>{isKnown ? <Pages /> : <Loading label="Checking the session" />}</Suspense>
        </ErrorBoundary>
      </main>
      <ConfirmDialog />
      <Toasts />
      <Suspense>
        {commandPalette ? <CommandPalette /> : null}
        {isValid && why ? <WhyPanel request={why} /> : null}
        {shortcutList ? <ShortcutList /> : null}
        {isProofAsked ? <ProofDialog /> : null}
        {isValid && assetPanel !== undefined ? <AssetPanel key={assetPanel} assetId={assetPanel} /> : null}
        {isValid && newAsset ? (
          <AssetDialog request={newAssetRequest} onClose={() => setUi({ newAsset: false })} />
        ) : null}
        {isValid && filePanel !== undefined ? <FilePanel key={filePanel} assetId={filePanel} /> : null}
      </Suspense>
    </>
  );
}

/** `?hideNav` and `?hideNav=true` hide the bar (spec 2 §2.2). */
function isHidden(search: URLSearchParams): boolean {
  const value = search.get('hideNav');
  return value !== null && value !== 'false';
}

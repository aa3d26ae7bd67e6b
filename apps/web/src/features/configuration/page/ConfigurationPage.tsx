import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { messageOf } from '#api/api-error.ts';
import { definitionListQuery } from '#api/definition-queries.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Loading } from '#ui/feedback/Loading.tsx';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import { Page } from '#ui/page/Page.tsx';
import { type ConfigurationPlace, type Subpage, useConfigurationPlace } from './configuration-address.ts';
import classes from './page.module.css';
import { SideNavigation } from './SideNavigation.tsx';

const DefinitionPage = lazy(() =>
  import('../definition/DefinitionPage.tsx').then((part) => ({ default: part.DefinitionPage })),
);

const lists: Readonly<Record<Subpage, React.ComponentType>> = {
  assets: lazy(() => import('../assets/AssetSetup.tsx').then((part) => ({ default: part.AssetSetup }))),
  assetdefinitions: lazy(() =>
    import('../definitions/AssetDefinitions.tsx').then((part) => ({ default: part.AssetDefinitions })),
  ),
  systemdefinitions: lazy(() =>
    import('../system-definitions/SystemDefinitions.tsx').then((part) => ({ default: part.SystemDefinitions })),
  ),
  systems: lazy(() => import('../systems/SystemSetup.tsx').then((part) => ({ default: part.SystemSetup }))),
};

/** What assets and systems are: their definitions, and which there are (spec 2 §2.5). */
export function ConfigurationPage() {
  const isValid = useSessionStore((session) => session.state === 'valid');
  const { place } = useConfigurationPlace();
  return (
    <Page title="Configuration" growsOnPhone>
      {isValid ? (
        <div className={classes.body}>
          <SideNavigation place={place} />
          <div className={classes.content}>
            <WithDefinitions place={place} />
          </div>
        </div>
      ) : (
        <p className={classes.invalid}>Invalid Login</p>
      )}
    </Page>
  );
}

/** Every list names definitions, so none is shown before they are known. */
function WithDefinitions({ place: { subpage, id, panelName } }: { place: ConfigurationPlace }): ReactNode {
  const mayView = useMay(permissionId('AssetDefinitions', 'View'));
  const { data, error, refetch } = useQuery({ ...definitionListQuery, enabled: mayView });
  if (!mayView) return <MissingPermission what="asset definitions" permission="AssetDefinitionsView" />;
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title="The asset definitions could not be loaded."
        message={messageOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Loading label="Loading the configuration" />;
  if (subpage === 'assetdefinitions' && id !== undefined && panelName === undefined) {
    const definition = data.find(({ assetDefinitionId }) => assetDefinitionId === id);
    return (
      <Suspense fallback={<Loading />}>
        <DefinitionPage key={id} definition={definition} />
      </Suspense>
    );
  }
  const List = lists[subpage];
  return (
    <Suspense fallback={<Loading />}>
      <List key={subpage} />
    </Suspense>
  );
}

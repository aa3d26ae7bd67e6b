import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import type { TileDefinition, TileSize } from '#tile-kit/define-tile.ts';
import { TileIdContext } from '#tile-kit/frame/tile-choice.tsx';
import { TestDashboard } from '#tile-kit/testing/tile-world.tsx';

type Dashboard = Omit<ComponentProps<typeof TestDashboard>, 'children'>;
/** Without an id it is drawn as in the preview of its form. */
type TileOnDashboard = Dashboard & { tileId?: string | undefined };

/** Parses a stored bag as the frame does: migrate, then validate with defaults. */
export function settingsOf(definition: TileDefinition, bag: Record<string, unknown> = {}): unknown {
  return definition.settings.parse(definition.migrate?.(bag) ?? bag);
}

/** Draws a tile's view with a stored bag on a dashboard of the given readings. */
export async function renderTile(
  definition: TileDefinition,
  bag: Record<string, unknown>,
  { tileId, ...dashboard }: TileOnDashboard = {},
  size: TileSize = { width: 320, height: 240 },
) {
  const View = await definition.loadView();
  return await act(async () =>
    render(
      <MantineProvider env="test" withGlobalClasses={false} withCssVariables={false}>
        <TestDashboard {...dashboard}>
          <TileIdContext value={tileId}>
            <View settings={settingsOf(definition, bag)} size={size} />
          </TileIdContext>
        </TestDashboard>
      </MantineProvider>,
    ),
  );
}

/** Opens a tile's editor; `changes` collects what it answers, the editor shows the latest. */
export async function renderEditor(
  definition: TileDefinition,
  bag: Record<string, unknown>,
  dashboard: Dashboard = {},
) {
  const Editor = await definition.loadEditor();
  const changes: Record<string, unknown>[] = [];
  const stage = (settings: unknown) => (
    <MantineProvider env="test" withGlobalClasses={false} withCssVariables={false}>
      <TestDashboard {...dashboard}>
        <Editor
          settings={settings}
          onChange={(next) => {
            changes.push(next as Record<string, unknown>);
            view.rerender(stage(next));
          }}
        />
      </TestDashboard>
    </MantineProvider>
  );
  const view = await act(async () => render(stage(settingsOf(definition, bag))));
  return { view, changes, screen };
}

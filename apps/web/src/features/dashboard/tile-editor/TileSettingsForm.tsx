import { type ComponentType, lazy, Suspense } from 'react';
import type { TileDefinition, TileEditorProps } from '#tile-kit/define-tile.ts';
import { CrashBoundary } from '#tile-kit/frame/CrashBoundary.tsx';
import { defaultTileSettings, readTileSettings, type TileProperties } from '#tile-kit/tile-settings.ts';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { UnreadableSettings } from './UnreadableSettings.tsx';

interface TileSettingsFormProps {
  definition: TileDefinition;
  properties: TileProperties;
  onChange: (settings: unknown) => void;
}

/** The form of a tile type, loaded when it is first needed. */
export function TileSettingsForm({ definition, properties, onChange }: TileSettingsFormProps) {
  const result = readTileSettings(definition, properties);
  if (!result.isValid) {
    return (
      <UnreadableSettings explanation={result.explanation} onReset={() => onChange(defaultTileSettings(definition))} />
    );
  }
  const Editor = editorOf(definition);
  return (
    <CrashBoundary>
      <Suspense fallback={<SkeletonRows rows={4} rowHeight={44} label="Loading the form" />}>
        <Editor settings={result.settings} onChange={onChange} />
      </Suspense>
    </CrashBoundary>
  );
}

const editors = new WeakMap<TileDefinition, ComponentType<TileEditorProps<unknown>>>();

function editorOf(definition: TileDefinition): ComponentType<TileEditorProps<unknown>> {
  let editor = editors.get(definition);
  if (editor === undefined) {
    editor = lazy(async () => ({ default: await definition.loadEditor() }));
    editors.set(definition, editor);
  }
  return editor;
}

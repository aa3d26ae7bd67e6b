import { useEffect, useRef } from 'react';
import type { TableInfo } from '#sqlite/messages.ts';
import { CodeEditor } from './code-editor.ts';
import classes from './edit.module.css';

interface SqlEditorProps {
  label: string;
  value: string;
  tables: readonly TableInfo[];
  onChange: (value: string) => void;
  onExecute: () => void;
}

/** The text of a query, with completion of tables and columns. */
export function SqlEditor({ label, value, tables, onChange, onExecute }: SqlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const latest = useRef({ value, tables, onChange, onExecute });
  latest.current = { value, tables, onChange, onExecute };
  useEffect(() => {
    if (place.current === null) return;
    const made = new CodeEditor({
      place: place.current,
      label,
      text: latest.current.value,
      tables: latest.current.tables,
      // What comes from the page itself is no change of the user.
      onChange: (text) => text === latest.current.value || latest.current.onChange(text),
      onExecute: () => latest.current.onExecute(),
    });
    editor.current = made;
    return () => made.destroy();
  }, [label]);
  useEffect(() => editor.current?.setText(value), [value]);
  useEffect(() => editor.current?.setTables(tables), [tables]);
  return <div ref={place} className={classes.editor} />;
}

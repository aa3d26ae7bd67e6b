import type { definitionTemplates } from '@telltale/contract';
import classes from './templates.module.css';

/** Files of the configuration that should be templates and cannot be used, for whoever runs the portal to mend. */
export function BrokenTemplates({ broken }: { broken: definitionTemplates.DefinitionTemplates['broken'] }) {
  if (broken.length === 0) return null;
  return (
    <div className={classes.broken} role="status">
      <p>
        {broken.length === 1 ? 'A template cannot be used' : `${broken.length} templates cannot be used`}.{' '}
        {broken.length === 1 ? 'Mend it' : 'Mend them'} in the configuration folder and load the page again.
      </p>
      <ul>
        {broken.map(({ file, why }) => (
          <li key={file}>
            <code>{file}</code>: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { Kbd, Modal } from '@mantine/core';
import { useActionList } from '#actions/action-store.ts';
import { isMac } from '#actions/platform.ts';
import { shortcutKeys } from '#actions/shortcut.ts';
import { setUi } from '#actions/ui-store.ts';
import classes from './overlays.module.css';

/** Every shortcut that works on this page, in its groups. */
export function ShortcutList() {
  const actions = useActionList().filter((action) => action.shortcut !== undefined);
  const groups = Map.groupBy(actions, (action) => action.group);
  return (
    <Modal opened onClose={() => setUi({ shortcutList: false })} title="Keyboard shortcuts">
      {[...groups].map(([group, members]) => (
        <section key={group}>
          <h3 className={classes.group}>{group}</h3>
          <dl className={classes.shortcuts}>
            {members.map(({ id, label, shortcut }) => (
              <div key={id} className={classes.shortcut}>
                <dt>{label}</dt>
                <dd>
                  {shortcutKeys(shortcut ?? '', isMac).map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className={classes.hint}>In lists, the arrow keys move between rows and Enter opens one. Esc closes.</p>
    </Modal>
  );
}

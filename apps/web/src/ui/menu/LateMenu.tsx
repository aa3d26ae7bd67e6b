import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type RefAttributes, useState } from 'react';
import type { LazyPart } from '#ui/lazy-part.tsx';

/** Takes what a menu hangs on it. */
export type MenuButton = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>>;

interface LateMenuProps<Props extends object> {
  button: MenuButton;
  /** The button with its menu, which is open as it is first drawn: an `OpeningMenu`. */
  part: LazyPart<Props & { button: MenuButton }>;
  props: Props;
  /** What it is for those who hear it. */
  opens?: 'menu' | 'dialog';
}

/** A button whose menu is loaded with the first click: the button stays where it is meanwhile (decision 0050). */
export function LateMenu<Props extends object>({ button, part: Part, props, opens = 'menu' }: LateMenuProps<Props>) {
  const [isThere, setThere] = useState(false);
  if (isThere) return <Part {...props} button={button} />;
  const show = () => setThere(true);
  return cloneElement(button, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    // What cannot be loaded says so where it is drawn.
    onClick: () => void Part.preload().then(show, show),
  });
}

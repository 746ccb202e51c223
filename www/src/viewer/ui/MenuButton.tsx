/**
 * A button with a menu (ARIA menu button pattern): arrows, Home, End and first letters move, Escape closes. The menu is
 * over all else and within the window, whatever it is in scrolls or is cut.
 */
import { useEffect, useRef, useState } from "preact/hooks";

/** Pixels between a menu and its button or the edge of the window: also in `menu.css`. */
const GAP = 4;

export interface MenuItem {
  readonly name: string;
  /** Shown beside the name: a description, or its key. */
  readonly note: string;
  /** In the notation of `aria-keyshortcuts`. */
  readonly shortcut?: string | undefined;
  /** Whether it is on, for items that toggle. */
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly action: () => void;
}

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

export function MenuButton({ label, items }: MenuButtonProps) {
  const area = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const elements = () => Array.from(area.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []);
  const close = () => {
    setOpen(false);
    area.current?.querySelector("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      close();
      return;
    }
    const all = elements();
    const at = all.findIndex((item) => item.matches(":focus"));
    const to = destination(event.key, at, all);
    if (to !== undefined) {
      event.preventDefault();
      all.at(to % all.length)?.focus();
    }
  };

  // The menu takes the focus once it is rendered.
  useEffect(() => {
    if (!open) {
      return;
    }
    const listening = new AbortController();
    const put = () => putBeside(area.current);
    addEventListener("resize", put, { signal: listening.signal });
    addEventListener("scroll", put, { signal: listening.signal, capture: true });
    put();
    elements()[0]?.focus();
    return () => listening.abort();
  }, [open]);

  return (
    <div
      ref={area}
      class="menu-room"
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && area.current?.contains(relatedTarget))) {
          setOpen(false);
        }
      }}
    >
      <button
        type="button"
        class="quiet"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        {label}
      </button>
      {open && (
        <div class="menu" popover="manual" role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
          {items.map(({ name, note, shortcut, checked, disabled, action }) => (
            <button
              key={name}
              type="button"
              class="quiet"
              {...(checked === undefined
                ? { role: "menuitem" }
                : { role: "menuitemcheckbox", "aria-checked": checked })}
              tabIndex={-1}
              aria-disabled={disabled}
              aria-keyshortcuts={shortcut}
              onClick={() => {
                if (!disabled) {
                  close();
                  action();
                }
              }}
            >
              <span class="name">{name}</span> <span class="preview">{note}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/**
 * Shows the menu below its button; above it where there is too little space, and over it where there is too little on both
 * sides. What is higher than the window scrolls.
 */
function putBeside(area: HTMLElement | null): void {
  const [button, menu] = area?.children ?? [];
  if (button && menu instanceof HTMLElement) {
    menu.showPopover();
    const { top, bottom, left, right } = button.getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    const below = bottom + GAP;
    const above = top - GAP - height;
    const lowest = innerHeight - GAP - height;
    const fits = below <= lowest || above < GAP ? Math.min(below, lowest) : above;
    // On the side of the window on which its button is.
    const aligned = left + right > innerWidth ? right - width : left;
    menu.style.top = `${Math.max(fits, GAP)}px`;
    menu.style.left = `${Math.max(Math.min(aligned, innerWidth - GAP - width), GAP)}px`;
  }
}

/** The item that a key moves to. */
function destination(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  switch (key) {
    case "ArrowDown":
      return at + 1;
    case "ArrowUp":
      return at - 1 + items.length;
    case "Home":
      return 0;
    case "End":
      return items.length - 1;
    default: {
      // A letter moves to the next item that starts with it.
      const begins = (index: number) =>
        items[index % items.length]?.innerText.toLowerCase().startsWith(key.toLowerCase());
      const found = items.findIndex((_, step) => begins(at + 1 + step));
      return found < 0 || key.length > 1 ? undefined : at + 1 + found;
    }
  }
}

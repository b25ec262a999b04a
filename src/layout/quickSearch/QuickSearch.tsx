import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from "react";
import { useNavigate } from "react-admin";
import { useHref } from "react-router";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { LoadError } from "../../components/display/LoadError.tsx";
import { isComposing } from "../../components/form/composition.ts";
import { quickSearch as text } from "../../i18n/ja/quickSearch.ts";
import { isAdminPath } from "../../providers/http/area.ts";
import { pageLoad } from "../../providers/start/pageLoad.ts";
import { COMMAND, type LayoutDialogProps } from "../shortcuts.ts";
import { areaBase, type Group, type Option } from "./destinations.ts";
import { useEarlyText } from "./EarlyText.tsx";
import styles from "./quickSearch.module.css";
import { useQuickSearch } from "./useQuickSearch.ts";

/** Screens, actions and records by a few letters, as a combobox with one list of all kinds. */
export function QuickSearch({ open: isOpen, onClose, ...props }: LayoutDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState(useEarlyText());
  const [chosen, setChosen] = useState<string>();
  // Enter before the answer has come opens its first option.
  const [awaited, setAwaited] = useState<{ newTab: boolean }>();
  const { groups, q, error, waiting, composition } = useQuickSearch(props, typed);
  const follow = useFollow(onClose);

  const options = groups.flatMap((group) => group.options);
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === chosen),
  );
  const active = options[at];
  const open = (option: Option, newTab: boolean) => {
    const address = document.getElementById(`${id}-${option.key}`)?.getAttribute("href");
    follow(option, newTab ? address : undefined);
  };
  const isStable = active !== undefined && !active.found;

  const answered = useEffectEvent(() => {
    if (active && awaited) open(active, awaited.newTab);
    setAwaited(undefined);
  });
  useEffect(() => {
    if (awaited && !waiting) answered();
  }, [awaited, waiting]);

  function type(value: string) {
    setTyped(value);
    setChosen(undefined);
    setAwaited(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const step = STEPS[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const next = options[(at + step + options.length) % options.length];
      setChosen(next?.key);
      if (next) document.getElementById(`${id}-${next.key}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      const newTab = event.ctrlKey || event.metaKey;
      if (waiting && !isStable) setAwaited({ newTab });
      else if (active) open(active, newTab);
    }
  }

  return (
    <DialogFrame open={isOpen} title={text.title} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        className={`framed full surface pad-0-12 section-text text-1 ${styles.field}`}
        aria-label={text.field}
        placeholder={text.field}
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.key}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        {...composition}
      />
      <div className={`scroll-y ${styles.results}`} aria-busy={waiting}>
        <div id={id} role="listbox" aria-label={text.results}>
          {groups.map((group) => (
            <OptionGroup
              key={group.name}
              id={id}
              group={group}
              active={active?.key}
              onPoint={setChosen}
              onFollow={follow}
            />
          ))}
        </div>
        {error ? <LoadError error={error} /> : null}
        {options.length === 0 && !waiting && !error ? (
          <div className={`quiet centered ${styles.none}`}>
            <p className="text-1 strong">{text.none(q)}</p>
            <p>{text.noneHint}</p>
          </div>
        ) : null}
      </div>
      <footer className={`row spread gap-0-12 note high-32 ${styles.foot}`}>
        <p role="status">{waiting ? text.waiting : text.count(options.length)}</p>
        <dl className="flex gap-12">
          <Hint keys="↑↓" text={text.keys.choose} />
          <Hint keys="Enter" text={text.keys.open} />
          <Hint keys={`${COMMAND.key}Enter`} text={text.keys.newTab} />
        </dl>
      </footer>
    </DialogFrame>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Hint({ keys, text: does }: { keys: string; text: string }) {
  return (
    <div className="flex gap-4">
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{does}</dd>
    </div>
  );
}

interface OptionGroupProps {
  id: string;
  group: Group;
  active: string | undefined;
  onPoint: (key: string) => void;
  onFollow: (option: Option) => void;
}

function OptionGroup({ id, group, active, onPoint, onFollow }: OptionGroupProps) {
  const heading = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={`note strong ${styles.heading}`}>
        {group.name}
      </div>
      {group.options.map((option) => (
        <OptionItem
          key={option.key}
          id={`${id}-${option.key}`}
          option={option}
          isActive={option.key === active}
          onPoint={() => onPoint(option.key)}
          onFollow={() => onFollow(option)}
        />
      ))}
    </div>
  );
}

interface OptionItemProps {
  id: string;
  option: Option;
  isActive: boolean;
  onPoint: () => void;
  onFollow: () => void;
}

function OptionItem({ id, option, isActive, onPoint, onFollow }: OptionItemProps) {
  const { title, details, href } = option;
  const path = pathInArea(href);
  // The router adds what links keep, such as the workspace of the tab.
  const own = useHref(path ?? "/");
  const content = (
    <>
      <span>{title}</span>
      {details.length > 0 ? <small className="note numeric">{details.join("　")}</small> : null}
    </>
  );
  const item = {
    id,
    className: styles.option,
    role: "option",
    "aria-selected": isActive,
    tabIndex: -1,
    // The focus stays in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onMouseMove: onPoint,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onFollow();
    },
  };
  return href === undefined ? (
    <button type="button" {...item}>
      {content}
    </button>
  ) : (
    <a href={path === undefined ? href : own} {...item}>
      {content}
    </a>
  );
}

/** Opens an option: in this area, in the other one, or at this address in a new tab. */
function useFollow(onClose: () => void) {
  const navigate = useNavigate();
  return ({ href, run }: Option, newTab?: string | null) => {
    if (newTab) {
      window.open(newTab, "_blank", "noopener");
      return;
    }
    onClose();
    const path = pathInArea(href);
    if (path !== undefined) navigate(path);
    else if (href !== undefined) pageLoad.assign(href);
    else run?.();
  };
}

/** The path below the base of this area; undefined for a page of the other one. */
function pathInArea(href: string | undefined): string | undefined {
  if (href === undefined || isAdminPath(href) !== isAdminPath(window.location.pathname)) {
    return undefined;
  }
  return href.slice(areaBase().length) || "/";
}

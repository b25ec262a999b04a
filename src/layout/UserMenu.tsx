import AccountCircleIcon from "@mui/icons-material/AccountCircle";
import { type KeyboardEvent, useId, useState } from "react";
import { RoleNames } from "../components/display/RoleNames.tsx";
import { Segments } from "../components/form/Segments.tsx";
import { app } from "../i18n/ja/app.ts";
import { users } from "../i18n/ja/resources/users.ts";
import { useUserProfile } from "../providers/signIn/userProfile.ts";
import { applyColorMode, type ColorMode, readColorMode } from "./colorMode.ts";
import styles from "./shellParts.module.css";
import { usePopup } from "./usePopup.ts";

interface UserMenuProps {
  onPersonalSettings: () => void;
  onLogout: () => void;
}

/** 個人設定 and ログアウト. Closes on a press outside, on Esc and on blur. */
export function UserMenu({ onPersonalSettings, onLogout }: UserMenuProps) {
  const id = useId();
  const { root, button, open, toggle, close, onBlur } = usePopup();

  function run(action: () => void) {
    // The dialog that opens now returns the focus to the element that has it now.
    close();
    action();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      close();
      return;
    }
    const items: (Element | null)[] = [
      ...(root.current?.querySelectorAll('[role="menuitem"]') ?? []),
    ];
    const step = STEPS[event.key];
    if (!open || step === undefined) return;
    event.preventDefault();
    const at = items.indexOf(document.activeElement);
    const next = items[step(at, items.length)];
    if (next instanceof HTMLElement) next.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the buttons inside
    <div ref={root} className="relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="icon-button quiet wide-40"
        aria-label={app.userMenu.open}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        <AccountCircleIcon />
      </button>
      {open ? (
        <div className={`float absolute ${styles.popup}`}>
          <SignedInUser />
          <div id={id} role="menu" aria-label={app.userMenu.open}>
            <button
              type="button"
              role="menuitem"
              ref={focus}
              onClick={() => run(onPersonalSettings)}
            >
              {app.userMenu.settings}
            </button>
            <button type="button" role="menuitem" onClick={() => run(onLogout)}>
              {app.userMenu.logout}
            </button>
          </div>
          <ColorModeSwitch />
        </div>
      ) : null}
    </div>
  );
}

function focus(item: HTMLElement | null) {
  item?.focus();
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

const MODES: readonly ColorMode[] = ["system", "light", "dark"];

function ColorModeSwitch() {
  const [mode, setMode] = useState(readColorMode);
  return (
    <div className="pad-8-12 line-above above-8">
      <Segments
        legend={app.userMenu.colorMode}
        options={MODES.map((value) => ({ value, label: app.userMenu[value] }))}
        value={mode}
        onChange={(next) => {
          applyColorMode(next);
          setMode(next);
        }}
      />
    </div>
  );
}

/** Who is signed in. System admins belong to no organization. */
function SignedInUser() {
  const profile = useUserProfile();
  const { userName, email, organizationName } = profile;
  if (!email) return null;
  return (
    <section className={`pad-8-12 ${styles.user}`} aria-label={app.userMenu.signedIn}>
      <strong>{userName}</strong>
      <p>{email}</p>
      <dl>
        <div>
          <dt>{users.fields.roles}</dt>
          <dd>
            <RoleNames flags={profile} />
          </dd>
        </div>
        {organizationName ? (
          <div>
            <dt>{users.fields.organizationId}</dt>
            <dd>{organizationName}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}

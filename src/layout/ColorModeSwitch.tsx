import { useId, useState } from "react";
import { useTranslate } from "react-admin";
import { applyColorMode, type ColorMode, readColorMode } from "./colorMode.ts";
import styles from "./UserMenu.module.css";

const MODES: readonly ColorMode[] = ["system", "light", "dark"];

export function ColorModeSwitch() {
  const translate = useTranslate();
  const name = useId();
  const [mode, setMode] = useState(readColorMode);
  return (
    <fieldset className={styles.modes}>
      <legend>{translate("app.userMenu.colorMode")}</legend>
      {MODES.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={mode === each}
            onChange={() => {
              applyColorMode(each);
              setMode(each);
            }}
          />
          {translate(`app.userMenu.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

import MenuIcon from "@mui/icons-material/Menu";
import type { ReactNode } from "react";
import { useNavigate } from "react-admin";
import { useTranslate } from "../i18n/translate.ts";
import { AwayStrip } from "./AwayStrip.tsx";
import styles from "./Header.module.css";
import { logoSource } from "./logo.ts";
import { UserMenu } from "./UserMenu.tsx";

interface HeaderProps {
  extra: ReactNode;
  bell: ReactNode;
  drawerOpen: boolean;
  onOpenDrawer: () => void;
  onPersonalSettings: () => void;
  onLogout: () => void;
}

const LOGO_WIDTH = 30;

export function Header(props: HeaderProps) {
  const translate = useTranslate();
  const navigate = useNavigate();

  return (
    <header className={`${styles.header} screen-only`}>
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.drawerButton}
          aria-label={translate("app.sidebar.open")}
          aria-expanded={props.drawerOpen}
          onClick={props.onOpenDrawer}
        >
          <MenuIcon />
        </button>
        <button type="button" className={styles.title} onClick={() => navigate("/")}>
          <img {...logoSource(LOGO_WIDTH)} width={LOGO_WIDTH} height={LOGO_WIDTH} alt="" />
          {translate("app.title")}
        </button>
        <div className={styles.extra}>{props.extra}</div>
        {props.bell}
        <UserMenu onPersonalSettings={props.onPersonalSettings} onLogout={props.onLogout} />
      </div>
      <AwayStrip />
    </header>
  );
}

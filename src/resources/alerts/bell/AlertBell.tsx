import NotificationsIcon from "@mui/icons-material/NotificationsOutlined";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { can } from "../../../../domain/access.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { alerts } from "../../../i18n/ja/resources/alerts.ts";
import { usePopup } from "../../../layout/usePopup.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import styles from "./bell.module.css";

// Every page shows the bell, but few people press it, so the panel loads on demand.
const AlertPanel = lazyDialog(async () => (await import("./AlertPanel.tsx")).AlertPanel);

const ALERTS = resourceTopic("alerts");
const MOST_SHOWN = 99;

/** The bell in the header of an area, for those who may read its alerts. */
export function AlertBell({ access }: { access: "alert.read" | "ownAlert.read" }) {
  return can(useUserProfile(), access) ? <Bell /> : null;
}

function Bell() {
  const countId = useId();
  const { root, button, open, toggle, close, onBlur } = usePopup();
  const count = useUnreadCount();
  useLiveReads(ALERTS, "alerts");

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left
    <div ref={root} className="relative" onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="icon-button relative quiet wide-40"
        aria-label={alerts.bell.open}
        aria-describedby={countId}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={toggle}
      >
        <NotificationsIcon />
        {count > 0 ? (
          <span
            className={`caption numeric nowrap ${styles.count}`}
            data-count={count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          />
        ) : null}
      </button>
      <span id={countId} role="status" className="visually-hidden">
        {count > 0 ? alerts.bell.unread(count) : ""}
      </span>
      {open ? <AlertPanel onClose={close} /> : null}
    </div>
  );
}

const UNREAD = { open: "true", unread: "true", size: 1 } as const;

/** How many open alerts the user has not read; 0 until that is known. */
function useUnreadCount(): number {
  const { api } = useApi();
  const { data } = useQuery({
    queryKey: ["alerts", "unread"],
    queryFn: ({ signal }) => api("GET /alerts", { query: UNREAD, signal }),
  });
  return data?.totalElements ?? 0;
}

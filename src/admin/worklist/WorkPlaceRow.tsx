import { LinkBase, useCreatePath } from "react-admin";
import type { WorkItem, WorkPlaceRecord } from "../../../domain/worklist/schemas.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { worklist as text } from "../../i18n/ja/worklist.ts";
import { alertTones } from "../../resources/alerts/AlertParts.tsx";
import home from "../adminHome.module.css";
import { NextAction } from "./NextAction.tsx";
import styles from "./worklist.module.css";

/** An organization with why it is on the worklist, and the next thing to do for it. */
export function WorkPlaceRow({ place }: { place: WorkPlaceRecord }) {
  const [first] = place.work;
  const path = usePlacePath(place);
  const name = nameOf(place);
  if (!first) return null;
  const labels = new Map(place.work.map((work) => [work.label, work]));
  return (
    <li className={styles.place}>
      <div className={home.subject}>
        {path ? <LinkBase to={path}>{name}</LinkBase> : <span>{name}</span>}
        <p>{first.message}</p>
      </div>
      <ul className={styles.reasons}>
        {[...labels.values()].map((work) => (
          <li key={work.label}>
            <StatusChip tone={toneOf(work)} label={work.label} />
          </li>
        ))}
      </ul>
      <div className={styles.action}>
        <NextAction place={place} work={first} name={name} />
      </div>
    </li>
  );
}

function nameOf({ organizationId, organizationName, webhookId }: WorkPlaceRecord): string {
  if (webhookId !== null) return text.webhook;
  return organizationId === null ? text.systemAdmins : (organizationName ?? text.unknown);
}

function usePlacePath({ organizationId, webhookId }: WorkPlaceRecord): string | undefined {
  const createPath = useCreatePath();
  if (webhookId !== null) return createPath({ resource: "webhooks", type: "show", id: webhookId });
  if (organizationId === null) return undefined;
  return createPath({ resource: "organizations", type: "show", id: organizationId });
}

const toneOf = ({ kind }: WorkItem) => (kind === "INVITATION" ? "info" : alertTones[kind]);

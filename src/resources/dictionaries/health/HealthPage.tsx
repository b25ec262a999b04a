import { resourceTopic } from "../../../../domain/events.ts";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { health } from "../../../i18n/ja/resources/health.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import { LIST } from "../paths.ts";
import { HealthCheck } from "./HealthCheck.tsx";

/** /dictionaries/health: the words of all dictionaries together. */
export function HealthPage() {
  useLiveReads(resourceTopic("dictionaries"), "dictionaries");
  return (
    <div className="stack gap-16">
      <PageTitle title={health.name} back={LIST} />
      <HealthCheck />
    </div>
  );
}

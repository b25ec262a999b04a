import { useQuery } from "@tanstack/react-query";
import { resourceTopic } from "../../../domain/events.ts";
import { Card } from "../../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { DomainList, WaysFacts } from "../../components/ways/WaysFacts.tsx";
import ways from "../../components/ways/ways.module.css";
import { ways as text } from "../../i18n/ja/ways.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";

/** How the people of the own organization sign in, which the service provider changes. */
export function OwnWays() {
  const { api } = useApi();
  const { organizationId: id } = useUserProfile();
  useLiveReads(resourceTopic("organizations", id), "organizations");
  const { data, error } = useQuery({
    queryKey: ["organizations", "ways", id],
    queryFn: ({ signal }) => api("GET /organizations/{id}/ways", { id, signal }),
  });
  if (!data) {
    return (
      <Card title={text.title}>{error ? <FailedPart error={error} /> : <LoadingState />}</Card>
    );
  }
  return (
    <>
      <Card title={text.title}>
        <WaysFacts ways={data} />
        <p className={ways.note}>{text.contact}</p>
      </Card>
      <Card title={text.domains.title}>
        <DomainList domains={data.domains} />
      </Card>
    </>
  );
}

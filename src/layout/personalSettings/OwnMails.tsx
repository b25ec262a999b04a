import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { can } from "../../../domain/access.ts";
import { LoadError } from "../../components/display/LoadError.tsx";
import { Checkbox } from "../../components/form/Checkbox.tsx";
import { ownMails as text } from "../../i18n/ja/ownSettings.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";

/** Whether the signed-in person gets mails about alerts. */
export function AlertMails() {
  const isProvider = can(useUserProfile(), "alert.read");
  const { ofProvider, ofOrganization } = text.alerts;
  return <Mails about="alerts" description={isProvider ? ofProvider : ofOrganization} />;
}

/** Whether the signed-in person gets the daily mail about proposals. */
export function ProposalMails() {
  const decides = can(useUserProfile(), "dictionary.write");
  const { ofDecider, ofProposer } = text.proposals;
  return <Mails about="proposals" description={decides ? ofDecider : ofProposer} />;
}

/** The choice of one kind of mails; a change is saved at once. */
function Mails({ about, description }: { about: "alerts" | "proposals"; description: string }) {
  const [titleId, noteId] = [useId(), useId()];
  const { api } = useApi();
  const queryClient = useQueryClient();
  const queryKey = ["mails", about];
  const { title, enabled } = text[about];
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => api(`GET /${about}/mails`, {}),
    gcTime: 0,
  });
  const { write, pending, problem } = useWrite(`PUT /${about}/mails`, {
    notice: text.saved,
    onWritten: (answer) => queryClient.setQueryData(queryKey, answer),
  });
  return (
    <section
      className="grid gap-12 line-above justify-start above-16 pad-top-16"
      aria-labelledby={titleId}
    >
      <h3 id={titleId}>{title}</h3>
      {data ? (
        <>
          <Checkbox
            label={enabled}
            // What is being saved already shows.
            checked={data.enabled !== pending}
            aria-describedby={noteId}
            onChange={() => void write({ body: { enabled: !data.enabled } })}
          />
          <p id={noteId} className="note">
            {data.available ? description : text.unavailable}
          </p>
          <ProblemText problem={problem} />
        </>
      ) : error ? (
        <LoadError error={error} />
      ) : (
        <p>{text.loading}</p>
      )}
    </section>
  );
}

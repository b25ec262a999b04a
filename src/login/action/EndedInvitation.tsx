import { type FormEvent, useEffect, useState } from "react";
import { action } from "../../i18n/ja/action.ts";
import { appConfig } from "../../providers/start/appConfig.ts";
import { useSubmit } from "../../writes/useSubmit.ts";
import { Notice, SubmitButton } from "../FormParts.tsx";
import { renewInvitation } from "./invitations.ts";
import { Title } from "./LinkEnd.tsx";

const text = action.ended;

/** Sends a new invitation to the address of one that has ended; it does not say which that is. */
export function EndedInvitation({ token }: { token: string }) {
  const [emulator, setEmulator] = useState(false);
  const [sent, setSent] = useState(false);
  const { pending, problem, submit } = useSubmit();

  useEffect(() => {
    appConfig().then(
      (config) => setEmulator(config.emulator),
      () => {},
    );
  }, []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(async () => {
      await renewInvitation(token);
      setSent(true);
    });
  }

  return (
    <div className="grid gap-16 content-start">
      <Title>{text.title}</Title>
      {sent ? (
        <Notice tone="success">
          <strong>{text.sentTitle}</strong>
          <p>{text.sent}</p>
          <p>{emulator ? text.demo : text.sentHint}</p>
        </Notice>
      ) : (
        <form className="grid gap-16" noValidate onSubmit={onSubmit} aria-busy={pending}>
          {problem ? (
            <Notice tone="error">{problem.message}</Notice>
          ) : (
            <Notice tone="info">{text.notice}</Notice>
          )}
          <p>{text.lead}</p>
          <SubmitButton pending={pending} pendingText={text.submitting}>
            {text.submit}
          </SubmitButton>
        </form>
      )}
    </div>
  );
}

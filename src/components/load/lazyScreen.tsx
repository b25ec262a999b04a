import { useEffect, useEffectEvent } from "react";
import { useNotify } from "react-admin";
import { connectivity } from "../../providers/connectivity.ts";
import { NetworkError } from "../../providers/send.ts";
import { LoadError } from "../display/LoadError.tsx";
import { PageTitle } from "../display/PageTitle.tsx";
import { type Load, lazyCode } from "./lazyCode.tsx";

export function lazyScreen<Props extends object>(load: Load<Props>) {
  return lazyCode(load, MissingScreen);
}

export function lazyPart<Props extends object>(load: Load<Props>) {
  return lazyCode(load, MissingPart);
}

/** A dialog whose code loads when it is opened. If that fails, it notifies and closes. */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>) {
  return lazyCode(load, MissingDialog);
}

const NETWORK = new NetworkError();

function MissingScreen({ onAgain }: { onAgain: () => void }) {
  return (
    <>
      <PageTitle title="ra.page.error" />
      <MissingPart titled onAgain={onAgain} />
    </>
  );
}

function MissingPart({ titled = false, onAgain }: { titled?: boolean; onAgain: () => void }) {
  const again = () => {
    connectivity.press();
    onAgain();
  };
  return <LoadError error={NETWORK} titled={titled} onAgain={again} />;
}

function MissingDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotify();
  const notifyAndClose = useEffectEvent(() => {
    notify("errors.network", { type: "error" });
    onClose();
  });
  useEffect(() => notifyAndClose(), []);
  return null;
}

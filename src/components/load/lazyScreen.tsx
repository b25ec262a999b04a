import {
  type ComponentType,
  createElement,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
} from "react";
import { useNotify } from "react-admin";
import { errors } from "../../i18n/ja/errors.ts";
import { ra } from "../../i18n/ja/ra.ts";
import { connectivity } from "../../providers/http/connectivity.ts";
import { NetworkError } from "../../providers/http/send.ts";
import { createStore, useStored } from "../../providers/store.ts";
import { LoadError } from "../display/LoadError.tsx";
import { PageTitle } from "../display/PageTitle.tsx";

export function lazyScreen<Props extends object>(load: Load<Props>) {
  return lazyCode(load, MissingScreen);
}

export function lazyPart<Props extends object>(load: Load<Props>) {
  return lazyCode(load, MissingPart);
}

/**
 * A dialog whose code loads when it is opened: `Loading` stands in for it, or nothing. If that fails, it
 * notifies and closes.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: Load<Props>,
  Loading?: ComponentType<Props>,
) {
  const Code = lazyCode(load, MissingDialog);
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={Loading ? <Loading {...props} /> : null}>
        <Code {...props} />
      </Suspense>
    );
  };
}

const NETWORK = new NetworkError();

function MissingScreen({ onAgain }: { onAgain: () => void }) {
  return (
    <>
      <PageTitle title={ra.page.error} />
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
    notify(errors.network, { type: "error" });
    onClose();
  });
  useEffect(() => notifyAndClose(), []);
  return null;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

type Missing<Props> = ComponentType<Props & { onAgain: () => void }>;

/**
 * A component whose code loads when it is first shown. React.lazy caches the result of its loader,
 * errors included, so each attempt creates a new one: on demand, when requests reach the server
 * again, and when the component mounts again.
 */
function lazyCode<Props extends object>(load: Load<Props>, missing: Missing<Props>) {
  const code = createStore(attempt());

  function attempt(): ComponentType<Props> {
    const own = lazy(() => load().then(asModule, (error: unknown) => asModule(instead(error))));
    const isCurrent = () => code.get() === own;

    function instead(error: unknown): ComponentType<Props> {
      if (!isUndelivered(error)) throw error;
      const stop = connectivity.onBack(() => {
        stop();
        if (isCurrent()) again();
      });
      connectivity.failed();
      return function Instead(props: Props) {
        useEffect(
          () => () => {
            stop();
            if (isCurrent()) again();
          },
          [],
        );
        return createElement(missing, { ...props, onAgain: again });
      };
    }
    return own;
  }

  function again(): void {
    code.set(attempt());
  }

  return function Code(props: Props) {
    return createElement(useStored(code), props);
  };
}

const asModule = <Props,>(component: ComponentType<Props>) => ({ default: component });

/** Browsers throw a TypeError with their own message, Vite an Error for a missing style. */
function isUndelivered(error: unknown): boolean {
  return error instanceof TypeError || /^Unable to preload CSS/.test(String(Object(error).message));
}

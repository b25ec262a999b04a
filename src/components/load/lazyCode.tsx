import { type ComponentType, createElement, lazy, useEffect, useSyncExternalStore } from "react";
import { connectivity } from "../../providers/connectivity.ts";

export type Load<Props> = () => Promise<ComponentType<Props>>;

type Missing<Props> = ComponentType<Props & { onAgain: () => void }>;

/**
 * A component whose code loads when it is first shown. React.lazy caches the result of its loader,
 * errors included, so each attempt creates a new one: on demand, when requests reach the server
 * again, and when the component mounts again.
 */
export function lazyCode<Props extends object>(load: Load<Props>, missing: Missing<Props>) {
  const listeners = new Set<() => void>();
  let code = attempt();

  function attempt(): ComponentType<Props> {
    const own = lazy(() => load().then(asModule, (error: unknown) => asModule(instead(error))));
    const isCurrent = () => code === own;

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
            if (isCurrent()) code = attempt();
          },
          [],
        );
        return createElement(missing, { ...props, onAgain: again });
      };
    }
    return own;
  }

  function again(): void {
    code = attempt();
    for (const listener of [...listeners]) listener();
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return function Code(props: Props) {
    return createElement(
      useSyncExternalStore(subscribe, () => code),
      props,
    );
  };
}

const asModule = <Props,>(component: ComponentType<Props>) => ({ default: component });

/** Browsers throw a TypeError with their own message, Vite an Error for a missing style. */
function isUndelivered(error: unknown): boolean {
  return error instanceof TypeError || /^Unable to preload CSS/.test(String(Object(error).message));
}

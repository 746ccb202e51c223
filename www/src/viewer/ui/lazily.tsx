/** Components whose module is loaded when they are first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazily(props: P) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      let isShown = true;
      if (!loaded) {
        void load().then((component) => {
          loaded = component;
          if (isShown) {
            setComponent(() => component);
          }
        });
      }
      return () => {
        isShown = false;
      };
    }, []);
    return Component ? <Component {...props} /> : null;
  };
}

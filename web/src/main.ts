import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./lang/lang.svelte";
import { catalog } from "./library/catalog.svelte";
import { keepOffline } from "./offline";
import { followOtherTabs } from "./store/settings.svelte";
import { fontsLoaded } from "./style/fonts";
import "./style/tokens.css";
import "./style/base.css";

followOtherTabs();
const target = document.getElementById("app");
if (target) void Promise.all([speak(), fontsLoaded()]).then(() => mount(App, { target }));
// What the next visit needs does not compete with what this one waits for.
void catalog().then(keepOffline, () => undefined);

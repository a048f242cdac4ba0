import { mount } from "svelte";
import App from "./App.svelte";
import { keepOffline } from "./offline";
import { speak } from "./lang/lang.svelte";
import { followOtherTabs } from "./store/settings.svelte";
import "./style/tokens.css";
import "./style/base.css";

followOtherTabs();
const target = document.getElementById("app");
if (target) void speak().then(() => mount(App, { target }));
keepOffline();

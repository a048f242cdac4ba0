import type { Skin } from "./skins";
import "./color-bridge.css";

const skin: Skin = { className: "skin-color-bridge", showcase: 2 };

export default skin;

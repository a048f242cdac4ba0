import type { Skin } from "./skins";
import "./color-clash.css";

const skin: Skin = { className: "skin-color-clash", showcase: 4 };

export default skin;

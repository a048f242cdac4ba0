import type { Skin } from "./skins";
import "./capture-the-flag.css";

const skin: Skin = { className: "skin-capture-the-flag", showcase: 2 };

export default skin;
